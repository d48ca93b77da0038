import { dayOf } from '../../lib/timestamp.ts';
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

/** The activity of a day (UTC). */
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
}

const counted = 'added, adopted, returned, removed';
const toActivity = asObject<DailyActivity>(`day, category_id, ${counted}`);
const sums = 'sum(added), sum(adopted), sum(returned), sum(removed)';

const activity = (table: string, condition: string) => `
  SELECT at / 86400000 AS day, coalesce(category_id, previous_category_id) AS category_id,
    CASE WHEN previous_status IS NULL THEN 1 ELSE 0 END AS added,
    CASE WHEN previous_status <> 'sold' AND status = 'sold' THEN 1 ELSE 0 END AS adopted,
    CASE WHEN previous_status = 'sold' AND status <> 'sold' THEN 1 ELSE 0 END AS returned,
    CASE WHEN status IS NULL THEN 1 ELSE 0 END AS removed
  FROM ${table} WHERE pet_id IS NOT NULL AND ${condition}`;

const aggregated = activity('events', 'id > $1 AND id <= $2');
const added = (table: string) =>
  ['added', 'adopted', 'returned', 'removed'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ');
const count = execute<[from: bigint, to: bigint]>(
  `INSERT INTO daily_statistics (day, category_id, ${counted})
   SELECT day, category_id, ${sums} FROM (${aggregated}) AS activity
   WHERE added + adopted + returned + removed > 0
   GROUP BY day, category_id
   ON CONFLICT (day, category_id) DO UPDATE SET ${added('daily_statistics')}`,
);
const addToTotals = execute<[from: bigint, to: bigint]>(
  `INSERT INTO daily_totals (day, ${counted})
   SELECT day, ${sums} FROM (${aggregated}) AS activity
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
  const from = (table: string, only: string) =>
    `SELECT ${columns} FROM (${activity(table, only)}) AS of_${table} WHERE ${condition}`;
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
  const params: Param[] = [from, to];
  if (categoryId !== undefined) params.push(categoryId);
  const ofAll = categoryId === undefined ? finders.all : finders.allOfCategory;
  const ofEach = categoryId === undefined ? finders.byCategory : finders.byCategoryOfCategory;
  return (await db.query(isByCategory ? ofEach : ofAll, params)).map(toActivity);
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

/**
 * Makes up for the events of an adoption and of its end, which are counted as an adoption and a return whenever that is done.
 * @throws ServiceError `internal_error` when a day then has less than none: nothing else subtracts
 */
export async function takeBackAdoption(tx: Transaction, adoption: Occurrence, end: Occurrence): Promise<void> {
  await add(tx, adoption, -1n, 0n);
  await add(tx, end, 0n, -1n);
}

async function add(tx: Transaction, { at, categoryId }: Occurrence, adopted: bigint, returned: bigint): Promise<void> {
  const day = dayOf(at);
  await addToDay(tx, day, categoryId, adopted, returned);
  await addToTotal(tx, day, adopted, returned);
  const [negative] = await tx.query(findNegative, [day, day + 1n, categoryId]);
  if (negative === undefined) return;
  const what = `the adoptions or returns of category ${categoryId} on the day ${day}`;
  throw assertionFailed(`${what} (since 1970-01-01) are less than none`);
}

/** Aggregates the events after `from`, up to and including `to`. */
export async function aggregateActivity(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  await count(tx, from, to);
  await addToTotals(tx, from, to);
}
