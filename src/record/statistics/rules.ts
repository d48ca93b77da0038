import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import { firstOfMonth, parseDay, printDay } from '../../lib/timestamp.ts';
import type { Queryable } from '../../store/statement.ts';
import {
  type ActivityCounts,
  countDailyActivity,
  type DailyActivity,
  findDailyActivity,
  type StatisticsSelection,
} from './sql.ts';

export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** Days since 1970-01-01: from `from`, up to but not including `to`. */
export interface DayRange {
  from: bigint;
  to: bigint;
}

/** The activity of a period that begins with the day `start`. */
export interface PeriodActivity extends ActivityCounts {
  start: bigint;
  categories?: (ActivityCounts & { categoryId: bigint })[];
}

export const maxPeriods = 1_000;
/** The number of periods without `from`. */
const defaultPeriods: Record<Period, number> = { day: 30, week: 26, month: 12, year: 2 };

/**
 * The range in whole periods: from the period with the day `from` to the one with the day before `to`.
 * @param today without `to` the range ends with it
 * @throws ServiceError `invalid_parameter`
 */
export function planPeriods(by: Period, { from, to }: Partial<DayRange>, today: bigint): DayRange {
  const end = startOf(by, (to ?? today + 1n) - 1n);
  const range = {
    from: from === undefined ? step(by, end, 1 - defaultPeriods[by]) : startOf(by, from),
    to: step(by, end, 1),
  };
  if (from !== undefined && from >= (to ?? today + 1n)) throw invalidParameters([fieldError('?from', 'before_to')]);
  if (range.from < step(by, range.to, -maxPeriods)) {
    throw invalidParameters([fieldError('?from', 'periods_before_to', maxPeriods)]);
  }
  return range;
}

/** Counts by day and category that one request may read: they take some ten milliseconds. */
export const maxCounts = 10_000;

/** The activity of each day. @throws ServiceError `invalid_parameter` when there is too much of it by category */
export async function readActivity(db: Queryable, selection: StatisticsSelection): Promise<DailyActivity[]> {
  const { from, to, categoryId, isByCategory } = selection;
  if (isByCategory && categoryId === undefined && (await countDailyActivity(db, from, to, maxCounts + 1)) > maxCounts) {
    throw invalidParameters([fieldError('?groupBy', 'too_many_counts', maxCounts)]);
  }
  return await findDailyActivity(db, selection);
}

/** Sums of days by period, in order. Periods without activity are 0. */
export function sumByPeriod(
  by: Period,
  range: DayRange,
  days: readonly DailyActivity[],
  isByCategory: boolean,
): PeriodActivity[] {
  const byStart = Map.groupBy(days, ({ day }) => startOf(by, day));
  const result: PeriodActivity[] = [];
  for (let start = range.from; start < range.to; start = step(by, start, 1)) {
    const within = byStart.get(start) ?? [];
    result.push({ start, ...sum(within), ...(isByCategory && { categories: sumByCategory(within) }) });
  }
  return result;
}

function sumByCategory(days: readonly DailyActivity[]) {
  return [...Map.groupBy(days, ({ categoryId }) => categoryId)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([categoryId, ofCategory]) => ({ categoryId, ...sum(ofCategory) }));
}

function sum(days: readonly ActivityCounts[]): ActivityCounts {
  const sums = { added: 0n, adopted: 0n, returned: 0n, removed: 0n };
  for (const name of ['added', 'adopted', 'returned', 'removed'] as const) {
    for (const day of days) sums[name] += day[name];
  }
  return sums;
}

/** The first day of the period of a day. A week begins on Monday (ISO 8601); 1970-01-01 was a Thursday. */
export function startOf(by: Period, day: bigint): bigint {
  if (by === 'day') return day;
  if (by === 'week') return day - ((((day + 3n) % 7n) + 7n) % 7n);
  return by === 'month' ? firstOfMonth(day) : (parseDay(`${printDay(day).slice(0, 4)}-01-01`) ?? day);
}

/** The first day of the period that is `count` periods after the one that begins with `start`. */
export function step(by: Period, start: bigint, count: number): bigint {
  if (by === 'month' || by === 'year') return firstOfMonth(start, by === 'year' ? 12 * count : count);
  return start + BigInt(count) * (by === 'week' ? 7n : 1n);
}
