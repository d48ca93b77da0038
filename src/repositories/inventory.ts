import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PetStatus } from '../model/pets.ts';
import { type Queryable, statement, type Transaction } from '../store/statement.ts';
import { pending } from './pending-events.ts';

/** How many animals of a category have a status. */
export interface InventoryCount {
  categoryId: bigint;
  status: PetStatus;
  animals: bigint;
}

const checkpointName = 'inventory';

/** The changes of the counts by the rows of a table of events: each event adds to one count, subtracts from another, or both. */
const changes = (table: string, condition: string) => `
  SELECT category_id, status, 1 AS animals FROM ${table} WHERE pet_id IS NOT NULL AND status IS NOT NULL AND ${condition}
  UNION ALL
  SELECT previous_category_id, previous_status, -1 FROM ${table} WHERE previous_status IS NOT NULL AND ${condition}`;

/** Events after the checkpoint. The upper bound is for PostgreSQL, which would otherwise expect a third of all events. */
export const unaggregated = `
  id > coalesce((SELECT event_id FROM event_marks WHERE name = '${checkpointName}'), 0)
  AND id < coalesce((SELECT event_id FROM event_marks WHERE name = '${checkpointName}'), 0) + 1000000000`;

const findCounts = statement<readonly [categoryId: bigint, status: PetStatus, animals: bigint]>(
  `SELECT category_id, status, CAST(sum(animals) AS BIGINT) FROM (
     SELECT category_id, status, animals FROM inventory
     UNION ALL ${changes('events', unaggregated)}
     UNION ALL ${changes('pending_events', pending)}
   ) AS counts GROUP BY category_id, status HAVING sum(animals) <> 0 ORDER BY category_id, status`,
);
const findUnaggregated = statement<readonly [bigint]>(
  `SELECT coalesce((SELECT max(id) FROM events), 0)
   - coalesce((SELECT event_id FROM event_marks WHERE name = '${checkpointName}'), 0)`,
);
const findCheckpoint = statement<readonly [bigint]>(
  `SELECT event_id FROM event_marks WHERE name = '${checkpointName}'`,
);
const saveCheckpoint = statement<never>(
  `INSERT INTO event_marks (name, event_id) VALUES ('${checkpointName}', $1)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);
const count = statement<never>(
  `INSERT INTO inventory (category_id, status, animals)
   SELECT category_id, status, sum(animals) FROM (${changes('events', 'id > $1 AND id <= $2')}) AS counts
   GROUP BY category_id, status HAVING sum(animals) <> 0
   ON CONFLICT (category_id, status) DO UPDATE SET animals = inventory.animals + excluded.animals`,
);

const removeAll = statement<never>('DELETE FROM inventory');
const countAll = statement<never>(
  `INSERT INTO inventory (category_id, status, animals)
   SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status`,
);

/** All counts that are not 0, including events that are not aggregated yet. The cost depends on the number of categories only. */
export function findInventory(db: Queryable): MaybePromise<InventoryCount[]> {
  return andThen(db.query(findCounts, []), (rows) =>
    rows.map(([categoryId, status, animals]) => ({ categoryId, status, animals })),
  );
}

/** Whether two lists in the order of `findInventory` say the same. */
export function areSame(some: readonly InventoryCount[], others: readonly InventoryCount[]): boolean {
  const print = (counts: readonly InventoryCount[]) =>
    counts.map(({ categoryId, status, animals }) => `${categoryId} ${status} ${animals}`).join();
  return print(some) === print(others);
}

/** The number of sequenced events that are not aggregated yet. */
export function countUnaggregated(db: Queryable): MaybePromise<bigint> {
  return andThen(db.query(findUnaggregated, []), ([row]) => row?.[0] ?? 0n);
}

/** The id of the last event that is aggregated. */
export function findInventoryCheckpoint(db: Queryable): MaybePromise<bigint> {
  return andThen(db.query(findCheckpoint, []), ([row]) => row?.[0] ?? 0n);
}

/** Advances the checkpoint, so that of two concurrent aggregations one conflicts. */
export async function saveInventoryCheckpoint(tx: Transaction, eventId: bigint): Promise<void> {
  await tx.query(saveCheckpoint, [eventId]);
}

/** Aggregates the events after `from`, up to and including `to`. */
export async function aggregateInventory(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  await tx.query(count, [from, to]);
}

/** Replaces all counts by those of the animals. Costs what there are animals. */
export async function recountInventory(tx: Transaction): Promise<void> {
  await tx.query(removeAll, []);
  await tx.query(countAll, []);
}
