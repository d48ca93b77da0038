import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Queryable, statement, type Transaction } from '../store/statement.ts';
import { changeColumns } from './events.ts';

const findAny = statement<readonly [bigint]>('SELECT id FROM pending_events ORDER BY id LIMIT 1');
const findBatch = statement<readonly [count: bigint, last: bigint | null]>(
  'SELECT count(*), max(id) FROM (SELECT id FROM pending_events ORDER BY id LIMIT $1) AS batch',
);
const place = statement<never>(
  `INSERT INTO events (id, ${changeColumns})
   SELECT $1 + row_number() OVER (ORDER BY id), ${changeColumns} FROM pending_events WHERE id <= $2`,
);
const remove = statement<never>('DELETE FROM pending_events WHERE id <= $1');

/** Whether there are events that have no place yet. */
export function hasPendingEvents(db: Queryable): MaybePromise<boolean> {
  return andThen(db.query(findAny, []), (rows) => rows.length > 0);
}

/** The first events without a place, at most `limit` by ascending id: how many, and the id of the last one. */
export async function findPendingEvents(
  tx: Transaction,
  limit: number,
): Promise<{ count: bigint; last: bigint } | undefined> {
  const [row] = await tx.query(findBatch, [BigInt(limit)]);
  const [count = 0n, last] = row ?? [];
  return last == null ? undefined : { count, last };
}

/** Gives the pending events up to this id their places, which follow on the place `behind`. */
export async function sequencePendingEvents(tx: Transaction, after: bigint, last: bigint): Promise<void> {
  await tx.query(place, [after, last]);
  await tx.query(remove, [last]);
}
