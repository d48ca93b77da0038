import type { TimeZone } from '../../../contract/time-zone.ts';
import { assertionFailed } from '../../store/assertions.ts';
import { asObject, execute, oneInteger } from '../../store/queries.ts';
import { type Param, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { pending } from '../events/pending-sql.ts';
import { unaggregated } from '../inventory/sql.ts';

export interface ActivityCounts {
  added: bigint;
  /** Became sold; not those added as sold. */
  adopted: bigint;
  /** Was sold, and is not any more. */
  returned: bigint;
  removed: bigint;
}

/** The activity of a day. */
export interface DailyActivity extends ActivityCounts {
  /** Days since 1970-01-01. */
  day: bigint;
  /** 0 for the sum of all categories. */
  categoryId: bigint;
}

export interface StatisticsSelection {
  /** The first day, and the day after the last one. */
  from: bigint;
  to: bigint;
  categoryId: bigint | undefined;
  isByCategory: boolean;
  /** The time by whose clock events are counted that are not aggregated yet: they happened in its period, or in the one before. */
  zone: TimeZone;
  now: bigint;
}

const counted = 'added, adopted, returned, removed';
const toActivity = asObject<DailyActivity>(`day, category_id, ${counted}`);

/** `offsetMs` is how far the clock is ahead of UTC. */
const activity = (table: string, condition: string, offsetMs: string) => `
  SELECT (at + ${offsetMs}) / 86400000 AS day, coalesce(category_id, previous_category_id) AS category_id,
    CASE WHEN previous_status IS NULL THEN 1 ELSE 0 END AS added,
    CASE WHEN previous_status <> 'sold' AND status = 'sold' THEN 1 ELSE 0 END AS adopted,
    CASE WHEN previous_status = 'sold' AND status <> 'sold' THEN 1 ELSE 0 END AS returned,
    CASE WHEN status IS NULL THEN 1 ELSE 0 END AS removed
  FROM ${table} WHERE pet_id IS NOT NULL AND ${condition}`;

const aggregated = activity('events', 'id > $3 AND id <= $4 AND at >= $5 AND at < $6', 'CAST($2 AS BIGINT)');
const added = (table: string) =>
  ['added', 'adopted', 'returned', 'removed'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
const signed = ['added', 'adopted', 'returned', 'removed'].map((name) => `CAST($1 AS BIGINT) * sum(${name})`);
type Aggregated = [sign: bigint, offsetMs: bigint, from: bigint, to: bigint, since: bigint, until: bigint];
const count = execute<Aggregated>(
  `INSERT INTO daily_statistics (day, category_id, ${counted})
   SELECT day, category_id, ${signed} FROM (${aggregated}) AS activity
   WHERE added + adopted + returned + removed > 0
   GROUP BY day, category_id
   ON CONFLICT (day, category_id) DO UPDATE SET ${added('daily_statistics')}`,
);
const addToTotals = execute<Aggregated>(
  `INSERT INTO daily_totals (day, ${counted})
   SELECT day, ${signed} FROM (${aggregated}) AS activity
   WHERE added + adopted + returned + removed > 0
   GROUP BY day
   ON CONFLICT (day) DO UPDATE SET ${added('daily_totals')}`,
);

const inRange = 'day >= $1 AND day < $2';
const summed = ['added', 'adopted', 'returned', 'removed'].map((name) => `CAST(sum(${name}) AS BIGINT)`);
/** `stored` has what is counted; events after the checkpoint are added. */
const find = (
  stored: string,
  category: string,
  condition = inRange,
  found = 'sum(added + adopted + returned + removed) > 0',
) => {
  const columns = `day, ${category} AS category_id, ${counted}`;
  const given = condition === inRange ? 2 : 3;
  const offset = `CASE WHEN at < $${given + 1} THEN CAST($${given + 2} AS BIGINT) ELSE CAST($${given + 3} AS BIGINT) END`;
  const from = (table: string, only: string) =>
    `SELECT ${columns} FROM (${activity(table, only, offset)}) AS of_${table} WHERE ${condition}`;
  return statement<Row>(
    `SELECT day, category_id, ${summed} FROM (
       SELECT ${columns} FROM ${stored} WHERE ${condition}
       UNION ALL ${from('events', unaggregated)}
       UNION ALL ${from('pending_events', pending)}
     ) AS activity
     GROUP BY day, category_id HAVING ${found}
     ORDER BY day, category_id`,
  );
};
const all = 'CAST(0 AS BIGINT)';
const ofCategory = `${inRange} AND category_id = $3`;
const finders = {
  all: find('daily_totals', all),
  allOfCategory: find('daily_statistics', all, ofCategory),
  byCategory: find('daily_statistics', 'category_id'),
  byCategoryOfCategory: find('daily_statistics', 'category_id', ofCategory),
};
const findNegative = find('daily_statistics', 'category_id', ofCategory, 'sum(adopted) < 0 OR sum(returned) < 0');
const countInRange = oneInteger<[from: bigint, to: bigint, limit: bigint]>(
  `SELECT count(*) FROM (SELECT 1 AS one FROM daily_statistics WHERE ${inRange} LIMIT $3) AS counts`,
);

/** The activity of each day that has some, including events that are not aggregated yet. */
export async function findDailyActivity(db: Queryable, selection: StatisticsSelection): Promise<DailyActivity[]> {
  const { from, to, categoryId, isByCategory } = selection;
  const params: Param[] = [from, to, ...(categoryId === undefined ? [] : [categoryId]), ...clockOf(selection)];
  const ofAll = categoryId === undefined ? finders.all : finders.allOfCategory;
  const ofEach = categoryId === undefined ? finders.byCategory : finders.byCategoryOfCategory;
  return (await db.query(isByCategory ? ofEach : ofAll, params)).map(toActivity);
}

/** When the current offset began, the one before it, and itself. */
function clockOf({ zone, now }: Pick<StatisticsSelection, 'zone' | 'now'>): [bigint, bigint, bigint] {
  const { from, offsetMs } = zone.periodAt(Number(now));
  return [BigInt(from), BigInt(zone.periodAt(from - 1).offsetMs), BigInt(offsetMs)];
}

/** How many counts by day and category there are in a range, up to `limit`. */
export async function countDailyActivity(db: Queryable, from: bigint, to: bigint, limit: number): Promise<number> {
  return Number(await countInRange(db, from, to, BigInt(limit)));
}

const addToDay = execute<[day: bigint, categoryId: bigint, adopted: bigint, returned: bigint]>(
  `INSERT INTO daily_statistics (day, category_id, ${counted}) VALUES ($1, $2, 0, $3, $4, 0)
   ON CONFLICT (day, category_id) DO UPDATE SET ${added('daily_statistics')}`,
);
const addToTotal = execute<[day: bigint, adopted: bigint, returned: bigint]>(
  `INSERT INTO daily_totals (day, ${counted}) VALUES ($1, 0, $2, $3, 0)
   ON CONFLICT (day) DO UPDATE SET ${added('daily_totals')}`,
);

interface Occurrence {
  /** Epoch milliseconds. */
  at: bigint;
  categoryId: bigint;
}

/** An adoption that was taken back, and its end. */
interface TakenBack {
  adoption: Occurrence | undefined;
  end: Occurrence;
}

/**
 * Makes up for the events of an adoption and of its end, which are counted as an adoption and a return whenever that is done.
 * With the sign -1, undoes that.
 * @throws ServiceError `internal_error` when a day then has less than none: nothing else subtracts
 */
export async function takeBackAdoption(
  tx: Transaction,
  { adoption, end }: TakenBack,
  zone: TimeZone,
  sign = 1n,
): Promise<void> {
  if (adoption !== undefined) await add(tx, zone, adoption, -sign, 0n);
  await add(tx, zone, end, 0n, -sign);
}

async function add(
  tx: Transaction,
  zone: TimeZone,
  { at, categoryId }: Occurrence,
  adopted: bigint,
  returned: bigint,
): Promise<void> {
  const day = zone.dayOf(at);
  await addToDay(tx, day, categoryId, adopted, returned);
  await addToTotal(tx, day, adopted, returned);
  const [negative] = await tx.query(findNegative, [day, day + 1n, categoryId, ...clockOf({ zone, now: at })]);
  if (negative === undefined) return;
  const what = `the adoptions or returns of category ${categoryId} on the day ${day}`;
  throw assertionFailed(`${what} (since 1970-01-01) are less than none`);
}

const findBatch = statement<readonly [last: bigint | null, first: bigint, latest: bigint]>(
  `SELECT max(id), min(at), max(at) FROM (
     SELECT id, at FROM events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 10000
   ) AS batch`,
);

/** Aggregates the events after `from`, up to and including `to`, by the days of a zone. With the sign -1, undoes that. */
export async function aggregateActivity(
  tx: Transaction,
  from: bigint,
  to: bigint,
  zone: TimeZone,
  sign = 1n,
): Promise<void> {
  const [[last, first, latest] = [null, 0n, 0n]] = await tx.query(findBatch, [from, to]);
  if (last === null) return;
  let until = Number(first);
  while (until <= Number(latest)) {
    const period = zone.periodAt(until);
    const params = [sign, BigInt(period.offsetMs), from, last, BigInt(until), BigInt(period.to)] as const;
    await count(tx, ...params);
    await addToTotals(tx, ...params);
    until = period.to;
  }
  if (last < to) await aggregateActivity(tx, last, to, zone, sign);
}

/** Adoptions and returns by orders and imports, which alone can be taken back. */
const findTakeable = statement<
  readonly [subject: string, type: string, at: bigint, categoryId: bigint, status: string]
>(
  `SELECT CASE WHEN import_id IS NULL THEN 'order ' || order_id ELSE 'import ' || import_id || ' ' || pet_id END,
     type, at, coalesce(category_id, previous_category_id), status
   FROM events
   WHERE (type IN ('order.completed', 'order.reopened') OR import_id IS NOT NULL)
     AND (status = 'sold' AND previous_status <> 'sold' OR status <> 'sold' AND previous_status = 'sold')
   ORDER BY id`,
);

/** The adoptions of which events tell that they were taken back: a second change by an import is its undo. */
export async function findTakenBack(tx: Transaction): Promise<TakenBack[]> {
  const found: TakenBack[] = [];
  const open = new Map<string, Occurrence>();
  for (const [subject, type, at, categoryId, status] of await tx.query(findTakeable, [])) {
    const occurrence = { at, categoryId };
    const first = open.get(subject);
    const isTakenBack = type === 'order.reopened' || (first !== undefined && subject.startsWith('import'));
    if (!isTakenBack) open.set(subject, occurrence);
    else if (status === 'sold') found.push({ adoption: occurrence, end: first ?? occurrence });
    else found.push({ adoption: first, end: occurrence });
    if (isTakenBack) open.delete(subject);
  }
  return found;
}
