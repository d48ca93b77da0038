import type { PeriodStatistics } from '../../client/index.ts';

/** How many animals were adopted in some time, and how many came back. */
export interface AdoptionCounts {
  readonly adopted: number;
  readonly returned: number;
}

/** The same on one day (UTC), such as `2026-11-01`. */
export interface AdoptionDay extends AdoptionCounts {
  readonly day: string;
}

export interface Adoptions {
  /** The newest days, today as the last. */
  readonly days: readonly AdoptionDay[];
  readonly thisMonth: AdoptionDay;
  readonly lastMonth: AdoptionDay;
}

const shownDays = 30;
const dayMs = 24 * 60 * 60 * 1_000;

/** The first day that is needed: that of the month before, or of the days that are shown. */
export function firstDayNeeded(now: Date): string {
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
  const shown = now.getTime() - (shownDays - 1) * dayMs;
  return toDay(new Date(Math.min(lastMonth, shown)));
}

/** Adds up the statistics of days up to today. */
export function addUpAdoptions(statistics: readonly PeriodStatistics[]): Adoptions {
  const days = statistics.map(({ start, adopted, returned }) => ({
    day: start,
    adopted: Number(adopted),
    returned: Number(returned),
  }));
  const today = new Date(days.at(-1)?.day ?? Date.now());
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return {
    days: days.slice(-shownDays),
    thisMonth: addUpMonth(days, toDay(new Date(Date.UTC(year, month, 1)))),
    lastMonth: addUpMonth(days, toDay(new Date(Date.UTC(year, month - 1, 1)))),
  };
}

/** How many adoptions have lasted, as far as these counts tell: one that was taken back is none. */
export function lastingAdoptions({ adopted, returned }: AdoptionCounts): number {
  return Math.max(0, adopted - returned);
}

function addUpMonth(days: readonly AdoptionDay[], first: string): AdoptionDay {
  const sum = { day: first, adopted: 0, returned: 0 };
  for (const { day, adopted, returned } of days) {
    if (day.slice(0, 7) !== first.slice(0, 7)) continue;
    sum.adopted += adopted;
    sum.returned += returned;
  }
  return sum;
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
