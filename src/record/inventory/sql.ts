import { maxInt64, minInt64 } from '../../../contract/int64.ts';
import { type PetStatus, petStatuses } from '../../../contract/pet.ts';
import { isEqual } from '../../lib/objects.ts';
import { allRows, execute, firstColumn, oneInteger } from '../../store/queries.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import { pending } from '../events/pending-sql.ts';

/** How many animals of a category have a status. */
export interface InventoryCount {
  categoryId: bigint;
  status: PetStatus;
  animals: bigint;
}

export type StatusCounts = Record<PetStatus, bigint>;

/** Up to this event all are in the counts, and in their sums over all categories. */
const checkpoint = "coalesce((SELECT event_id FROM event_marks WHERE name = 'inventory'), 0)";

/** The changes of the counts by the rows of a table of events: each event adds to one count, subtracts from another, or both. */
const changes = (table: string, condition: string) => `
  SELECT category_id, status, 1 AS animals FROM ${table} WHERE pet_id IS NOT NULL AND status IS NOT NULL AND ${condition}
  UNION ALL
  SELECT previous_category_id, previous_status, -1 FROM ${table} WHERE previous_status IS NOT NULL AND ${condition}`;

/** Events that are not counted yet. The upper bound is for PostgreSQL, which would otherwise expect a third of all events. */
export const unaggregated = `id > ${checkpoint} AND id < ${checkpoint} + 1000000000`;

const countsText = `
  SELECT category_id, status, CAST(sum(animals) AS BIGINT) FROM (
    SELECT category_id, status, animals FROM inventory
    UNION ALL ${changes('events', unaggregated)}
    UNION ALL ${changes('pending_events', pending)}
  ) AS counts`;
const grouped = 'GROUP BY category_id, status HAVING sum(animals) <> 0';
const totalsText = `
  SELECT CAST(NULL AS BIGINT) AS category_id, status, CAST(sum(animals) AS BIGINT) AS animals FROM (
    SELECT status, animals FROM inventory_totals
    UNION ALL SELECT status, animals FROM (${changes('events', unaggregated)}) AS sequenced
    UNION ALL SELECT status, animals FROM (${changes('pending_events', pending)}) AS pending
  ) AS totals GROUP BY status`;

const findTotals = statement<readonly [categoryId: null, status: PetStatus, animals: bigint]>(totalsText);

const inRange = 'category_id >= $1 AND category_id <= $2';
const within = (counts: string, name: string) => `SELECT * FROM (${counts}) AS ${name} WHERE ${inRange}`;
/** The totals of the same snapshot come first. */
const findRange = statement<readonly [categoryId: bigint | null, status: PetStatus, animals: bigint]>(
  `SELECT category_id, status, animals FROM (
     SELECT category_id, status, CAST(sum(animals) AS BIGINT) AS animals FROM (
       SELECT category_id, status, animals FROM inventory WHERE ${inRange}
       UNION ALL ${within(changes('events', unaggregated), 'sequenced')}
       UNION ALL ${within(changes('pending_events', pending), 'pending')}
     ) AS counts ${grouped}
     UNION ALL ${totalsText}
   ) AS found ORDER BY CASE WHEN category_id IS NULL THEN 0 ELSE 1 END, category_id, status`,
);
const findRangeEnd = statement<readonly [categoryId: bigint]>(
  'SELECT category_id FROM inventory WHERE category_id >= $1 ORDER BY category_id, status LIMIT 1 OFFSET $2',
);
const aggregated = changes('events', 'id > $1 AND id <= $2');
const count = allRows<[from: bigint, to: bigint], bigint>(
  `INSERT INTO inventory (category_id, status, animals)
   SELECT category_id, status, sum(animals) FROM (${aggregated}) AS counts
   ${grouped}
   ON CONFLICT (category_id, status) DO UPDATE SET animals = inventory.animals + excluded.animals
   RETURNING animals`,
  firstColumn<bigint>,
);
const addToTotals = allRows<[from: bigint, to: bigint], bigint>(
  `INSERT INTO inventory_totals (status, animals)
   SELECT status, sum(animals) FROM (${aggregated}) AS counts
   GROUP BY status HAVING sum(animals) <> 0
   ON CONFLICT (status) DO UPDATE SET animals = inventory_totals.animals + excluded.animals
   RETURNING animals`,
  firstColumn<bigint>,
);

const removeAll = execute<[]>('DELETE FROM inventory');
const countAll = execute<[]>(
  `INSERT INTO inventory (category_id, status, animals)
   SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status`,
);
const removeTotals = execute<[]>('DELETE FROM inventory_totals');
const sumTotals = execute<[]>(
  'INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status',
);

/** The rows of a category in the inventory, at most. */
const statusesPerCategory = BigInt(petStatuses.length);

/** How many animals have each status, including events that are not aggregated yet. Costs the same for any number of categories. */
export async function findInventoryTotals(db: Queryable): Promise<StatusCounts> {
  return toTotals(await db.query(findTotals, []));
}

/** How many animals there are of a category, or of all, with a status, or with any. Costs the same however many there are. */
export async function countInInventory(
  db: Queryable,
  {
    status,
    statuses = status === undefined ? petStatuses : [status],
    categoryId,
  }: {
    status?: PetStatus | undefined;
    statuses?: readonly PetStatus[] | undefined;
    categoryId?: bigint | undefined;
  },
): Promise<bigint> {
  const totals = await (categoryId === undefined ? findInventoryTotals(db) : findTotalsOf(db, categoryId));
  return statuses.reduce((sum, one) => sum + totals[one], 0n);
}

async function findTotalsOf(db: Queryable, categoryId: bigint): Promise<StatusCounts> {
  const rows = await db.query(findRange, [categoryId, categoryId]);
  return toTotals(rows.filter(([category]) => category !== null));
}

export interface InventoryRange {
  totals: StatusCounts;
  /** By ascending category and status, without those that are 0. */
  counts: InventoryCount[];
  /** The last category that `counts` covers, if there may be others after it. */
  last: bigint | undefined;
}

/**
 * The totals, and the counts of categories after `after`: of at least `limit` rows of the inventory. Its cost depends on
 * `limit` alone, so it covers fewer categories with animals where others have lost theirs.
 */
export async function findInventoryRange(
  db: Queryable,
  after: bigint | undefined,
  limit: number,
): Promise<InventoryRange> {
  const from = after === undefined ? minInt64 : after + 1n;
  const [end] = await db.query(findRangeEnd, [from, BigInt(limit) * statusesPerCategory]);
  const last = end && end[0] - 1n;
  const rows = await db.query(findRange, [from, last ?? maxInt64]);
  return {
    totals: toTotals(rows.filter(([categoryId]) => categoryId === null)),
    counts: rows.flatMap(([categoryId, status, animals]) =>
      categoryId === null ? [] : [{ categoryId, status, animals }],
    ),
    last,
  };
}

function toTotals(rows: readonly (readonly [unknown, PetStatus, bigint])[]): StatusCounts {
  return sumByStatus(rows.map(([, status, animals]) => ({ status, animals })));
}

export function sumByStatus(counts: readonly Pick<InventoryCount, 'status' | 'animals'>[]): StatusCounts {
  const sums = { available: 0n, pending: 0n, sold: 0n };
  for (const { status, animals } of counts) sums[status] += animals;
  return sums;
}

/** All counts that are not 0, including events that are not aggregated yet. Reads every category: not for requests. */
export const findInventory = allRows<[], InventoryCount>(
  longStatement(`${countsText} ${grouped} ORDER BY category_id, status`),
  toCount,
);

export function toCount([categoryId, status, animals]: readonly [bigint, PetStatus, bigint]): InventoryCount {
  return { categoryId, status, animals };
}

/** Whether two lists in the order of `findInventory` say the same. */
export function areSame(some: readonly InventoryCount[], others: readonly InventoryCount[]): boolean {
  const print = (counts: readonly InventoryCount[]) =>
    counts.map(({ categoryId, status, animals }) => `${categoryId} ${status} ${animals}`).join();
  return print(some) === print(others);
}

/** Whether the inventory is what was counted, and its totals are the sums of that. */
export async function isInventoryOf(db: Queryable, counted: readonly InventoryCount[]): Promise<boolean> {
  return areSame(await findInventory(db), counted) && areTotalsOf(await findInventoryTotals(db), counted);
}

function areTotalsOf(totals: StatusCounts, counts: readonly InventoryCount[]): boolean {
  return isEqual(totals, sumByStatus(counts));
}

/** The number of sequenced events that are not aggregated yet. */
export const countUnaggregated = oneInteger<[]>(`SELECT coalesce((SELECT max(id) FROM events), 0) - ${checkpoint}`);

/** The id of the last event that is aggregated. */
export const findInventoryCheckpoint = oneInteger<[]>(`SELECT ${checkpoint}`);

/** Advances the checkpoint, so that of two concurrent aggregations one conflicts. */
export const saveInventoryCheckpoint = execute<[eventId: bigint]>(
  `INSERT INTO event_marks (name, event_id) VALUES ('inventory', $1)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);

/** Aggregates the events after `from`, up to and including `to`. Returns the lowest of the counts that have changed, or 0. */
export async function aggregateInventory(tx: Transaction, from: bigint, to: bigint): Promise<bigint> {
  return lowestOf([...(await count(tx, from, to)), ...(await addToTotals(tx, from, to))]);
}

function lowestOf(counts: readonly bigint[]): bigint {
  return counts.reduce((lowest, one) => (one < lowest ? one : lowest), 0n);
}

/** Replaces all counts by those of the animals. Costs what there are animals. */
export async function recountInventory(tx: Transaction): Promise<void> {
  await removeAll(tx);
  await countAll(tx);
  await removeTotals(tx);
  await sumTotals(tx);
}
