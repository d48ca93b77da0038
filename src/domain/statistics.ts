import { type FieldError, invalidParameters } from '../model/errors.ts';
import type { DailyHappenings, Happenings } from '../repositories/statistics.ts';

export const periods = ['day', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

/** Days (UTC) since 1970-01-01, from the first one up to the one behind the last. */
export interface DayRange {
  from: bigint;
  to: bigint;
}

/** What happened in one period, which begins with the day `start`. */
export interface PeriodHappenings extends Happenings {
  start: bigint;
  categories?: (Happenings & { categoryId: bigint })[];
}

const dayMs = 86_400_000n;
const maxPeriods = 1_000;
/** What is told where nobody says from when. */
const defaultPeriods: Record<Period, number> = { day: 30, week: 26, month: 12 };

/**
 * The whole periods that are asked for: from the one that has the day `from` to the one that has the day before `to`.
 * @param now epoch milliseconds; without `to` the range ends with today
 * @throws ServiceError `invalid_parameter`
 */
export function planPeriods(by: Period, { from, to }: Partial<DayRange>, now: bigint): DayRange {
  const end = startOf(by, (to ?? now / dayMs + 1n) - 1n);
  const range = {
    from: from === undefined ? step(by, end, 1 - defaultPeriods[by]) : startOf(by, from),
    to: step(by, end, 1),
  };
  const faults: FieldError[] = [];
  if (from !== undefined && from >= (to ?? now / dayMs + 1n)) {
    faults.push({ pointer: '?from', detail: 'must be before the day in to' });
  } else if (range.to - range.from > BigInt(maxPeriods) * shortest[by]) {
    faults.push({ pointer: '?from', detail: `must be at most ${maxPeriods} periods before the day in to` });
  }
  if (faults.length > 0) throw invalidParameters(faults);
  return range;
}

const shortest: Record<Period, bigint> = { day: 1n, week: 7n, month: 31n };

/** Adds up days by periods, in their order; periods in which nothing happened have zeros. */
export function sumByPeriod(
  by: Period,
  range: DayRange,
  days: readonly DailyHappenings[],
  isByCategory: boolean,
): PeriodHappenings[] {
  const byStart = Map.groupBy(days, ({ day }) => startOf(by, day));
  const result: PeriodHappenings[] = [];
  for (let start = range.from; start < range.to; start = step(by, start, 1)) {
    const within = byStart.get(start) ?? [];
    result.push({ start, ...sum(within), ...(isByCategory && { categories: sumByCategory(within) }) });
  }
  return result;
}

function sumByCategory(days: readonly DailyHappenings[]) {
  return [...Map.groupBy(days, ({ categoryId }) => categoryId)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([categoryId, ofCategory]) => ({ categoryId, ...sum(ofCategory) }));
}

function sum(days: readonly Happenings[]): Happenings {
  const sums = { added: 0n, adopted: 0n, returned: 0n, removed: 0n };
  for (const { added, adopted, returned, removed } of days) {
    sums.added += added;
    sums.adopted += adopted;
    sums.returned += returned;
    sums.removed += removed;
  }
  return sums;
}

/** The first day of the period that a day is in. A week begins on Monday (ISO 8601); 1970-01-01 was a Thursday. */
function startOf(by: Period, day: bigint): bigint {
  if (by === 'day') return day;
  if (by === 'week') return day - ((((day + 3n) % 7n) + 7n) % 7n);
  const date = new Date(Number(day * dayMs));
  return toDay(date.getUTCFullYear(), date.getUTCMonth());
}

/** The first day of the period that comes so many periods after the one that begins with `start`. */
function step(by: Period, start: bigint, count: number): bigint {
  if (by !== 'month') return start + BigInt(count) * shortest[by];
  const date = new Date(Number(start * dayMs));
  return toDay(date.getUTCFullYear(), date.getUTCMonth() + count);
}

function toDay(year: number, month: number): bigint {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return BigInt(date.getTime()) / dayMs;
}
