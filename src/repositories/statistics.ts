import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Param, type Queryable, statement, type Transaction } from '../store/statement.ts';
import { unaggregated } from './inventory.ts';
import { pending } from './pending-events.ts';

/** Counts of what happened to animals. */
export interface Activity {
  added: bigint;
  /** Became sold; not those added as sold. */
  adopted: bigint;
  /** Was sold, and is not any more. */
  returned: bigint;
  removed: bigint;
}

/** The activity of a day (UTC). */
export interface DailyActivity extends Activity {
  /** Days since 1970-01-01. */
  day: bigint;
  /** 0 for the sum of all categories. */
  categoryId: bigint;
}

export interface StatisticsSelection {
  /** The first day, and the day after the last one. */
  from: bigint;
  to: bigint;
  /** Only animals of this category. */
  categoryId: bigint | undefined;
  isByCategory: boolean;
}

const counted = 'added, adopted, returned, removed';
const sums = 'sum(added), sum(adopted), sum(returned), sum(removed)';

/** The activity of each row of a table of events. */
const activity = (table: string, condition: string) => `
  SELECT at / 86400000 AS day, coalesce(category_id, previous_category_id) AS category_id,
    CASE WHEN previous_status IS NULL THEN 1 ELSE 0 END AS added,
    CASE WHEN previous_status <> 'sold' AND status = 'sold' THEN 1 ELSE 0 END AS adopted,
    CASE WHEN previous_status = 'sold' AND status <> 'sold' THEN 1 ELSE 0 END AS returned,
    CASE WHEN status IS NULL THEN 1 ELSE 0 END AS removed
  FROM ${table} WHERE pet_id IS NOT NULL AND ${condition}`;

type Row = readonly [
  day: bigint,
  categoryId: bigint,
  added: bigint,
  adopted: bigint,
  returned: bigint,
  removed: bigint,
];

const count = statement<never>(
  `INSERT INTO daily_statistics (day, category_id, ${counted})
   SELECT day, category_id, ${sums} FROM (${activity('events', 'id > $1 AND id <= $2')}) AS activity
   WHERE added + adopted + returned + removed > 0
   GROUP BY day, category_id
   ON CONFLICT (day, category_id) DO UPDATE SET
     added = daily_statistics.added + excluded.added,
     adopted = daily_statistics.adopted + excluded.adopted,
     returned = daily_statistics.returned + excluded.returned,
     removed = daily_statistics.removed + excluded.removed`,
);

const inRange = 'day >= $1 AND day < $2';
const find = (isByCategory: boolean, isOfCategory: boolean) => {
  const category = isByCategory ? 'category_id' : 'CAST(0 AS BIGINT)';
  return statement<Row>(
    `SELECT day, ${category}, ${['added', 'adopted', 'returned', 'removed'].map((name) => `CAST(sum(${name}) AS BIGINT)`)} FROM (
       SELECT day, category_id, ${counted} FROM daily_statistics WHERE ${inRange}
       UNION ALL ${activity('events', unaggregated)}
       UNION ALL ${activity('pending_events', pending)}
     ) AS activity
     WHERE ${inRange}${isOfCategory ? ' AND category_id = $3' : ''}
     GROUP BY day${isByCategory ? ', category_id' : ''} HAVING sum(added + adopted + returned + removed) > 0
     ORDER BY day${isByCategory ? ', category_id' : ''}`,
  );
};
const finders = {
  all: find(false, false),
  allOfCategory: find(false, true),
  byCategory: find(true, false),
  byCategoryOfCategory: find(true, true),
};

/** The activity of each day that has some, including events that are not aggregated yet. */
export function findDailyActivity(db: Queryable, selection: StatisticsSelection): MaybePromise<DailyActivity[]> {
  const { from, to, categoryId, isByCategory } = selection;
  const params: Param[] = [from, to];
  if (categoryId !== undefined) params.push(categoryId);
  const ofAll = categoryId === undefined ? finders.all : finders.allOfCategory;
  const ofEach = categoryId === undefined ? finders.byCategory : finders.byCategoryOfCategory;
  return andThen(db.query(isByCategory ? ofEach : ofAll, params), (rows) =>
    rows.map(([day, category, added, adopted, returned, removed]) => ({
      day,
      categoryId: category,
      added,
      adopted,
      returned,
      removed,
    })),
  );
}

/** Aggregates the events after `from`, up to and including `to`. */
export async function aggregateActivity(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  await tx.query(count, [from, to]);
}
