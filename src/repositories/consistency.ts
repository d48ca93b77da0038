import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { longStatement, type Queryable } from '../store/statement.ts';

/** Statements that read whole tables to find what contradicts itself. For operators, never for requests. */

const findBroken = longStatement<readonly [orderId: bigint, petId: bigint, status: string | null]>(
  `SELECT orders.id, orders.pet_id, pets.status FROM orders LEFT JOIN pets ON pets.id = orders.pet_id
   WHERE orders.status = 'placed' AND (pets.status IS NULL OR pets.status <> 'pending') ORDER BY orders.id LIMIT 100`,
);
const findJumps = longStatement<readonly [before: bigint, after: bigint]>(
  `SELECT before, id FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM events) AS pairs
   WHERE id <> before + 1 ORDER BY id LIMIT 100`,
);
const findNewest = longStatement<readonly [at: bigint]>('SELECT at FROM events ORDER BY id DESC LIMIT 1');

/** An open order whose animal is gone or not reserved. */
export interface BrokenOrder {
  readonly orderId: bigint;
  readonly petId: bigint;
  /** Missing where the animal is gone. */
  readonly petStatus: string | undefined;
}

/** Up to 100 of them. */
export function findBrokenOrders(db: Queryable): MaybePromise<BrokenOrder[]> {
  return andThen(db.query(findBroken, []), (rows) =>
    rows.map(([orderId, petId, petStatus]) => ({ orderId, petId, petStatus: petStatus ?? undefined })),
  );
}

/** Up to 100 gaps in the event ids: the ids on both sides. */
export function findEventGaps(db: Queryable): MaybePromise<{ before: bigint; after: bigint }[]> {
  return andThen(db.query(findJumps, []), (rows) => rows.map(([before, after]) => ({ before, after })));
}

/** When the newest event happened, in epoch milliseconds. */
export function findNewestEventTime(db: Queryable): MaybePromise<bigint | undefined> {
  return andThen(db.query(findNewest, []), ([row]) => row?.[0]);
}
