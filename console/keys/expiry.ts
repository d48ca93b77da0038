import { dayOf, endOfDayMs } from '../lib/days.ts';
import { pageTexts } from '../texts/page-texts.ts';

/** When a key expires: after so many days, on a date, or never. */
export const expiryChoices = ['never', '30', '90', '365', 'date'] as const;

export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMs = 24 * 60 * 60 * 1_000;

/** A key that expires within this time is highlighted. */
const soonDays = 14;

/**
 * The moment at which a key ends, as RFC 3339 has it, or `undefined` for never. A date is its last whole day, as the
 * calendar of this browser has it.
 */
export function expiryTime(choice: ExpiryChoice, date: string, nowMs: number): string | undefined {
  switch (choice) {
    case 'never':
      return undefined;
    case 'date':
      return new Date(endOfDayMs(date)).toISOString();
    default:
      return new Date(nowMs + Number(choice) * dayMs).toISOString();
  }
}

export function dateError(date: string, nowMs: number): string | undefined {
  if (Number.isNaN(endOfDayMs(date))) return pageTexts.keys.dateMissing;
  return endOfDayMs(date) <= nowMs ? pageTexts.ui.dayOver : undefined;
}

/** The last day on which a key that expires then can be used, as a date field has it. */
export function lastDayOf(expiresAt: string): string {
  return dayOf(Date.parse(expiresAt) - 1);
}

/** The days until expiry, if they are few. */
export function daysLeftIfSoon(expiresAt: string, nowMs: number): number | undefined {
  const days = (Date.parse(expiresAt) - nowMs) / dayMs;
  return days > 0 && days <= soonDays ? Math.ceil(days) : undefined;
}
