import { dayMs } from '../../contract/limits.ts';
import { type TimeZone, timeZone, utcName } from '../../contract/time-zone.ts';
import { locale, texts } from '../texts/texts.ts';
import { shelterZone } from './environment.ts';

const zone = findZone();

/** The zone in which this page shows times. */
export const timeZoneName = zone.name;

/** A browser that is older than a name does not know it. */
function findZone(): TimeZone {
  try {
    return timeZone(shelterZone);
  } catch {
    return timeZone(utcName);
  }
}

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: utcName });
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: utcName });

/** The shelter's day of a moment of RFC 3339, or a day such as `2026-11-30`, as people write it; a month and a year, too. */
export function formatDay(at: string): string {
  // The day of a hold without an end.
  if (at === '9999-12-31') return texts.withoutEnd;
  if (at.length === 4) return at;
  if (at.length === 7) return monthFormat.format(new Date(at));
  return dayFormat.format(new Date(at.length === 10 ? at : dayOf(Date.parse(at))));
}

/** The shelter's day of a time, in the format of a date field (`2026-11-30`). */
export function dayOf(atMs: number): string {
  return new Date(Number(zone.dayOf(atMs)) * dayMs).toISOString().slice(0, 10);
}

/** The shelter's day as a date: its midnight in UTC. */
export function today(): Date {
  return new Date(dayOf(Date.now()));
}

/** The last second of such a day, in epoch milliseconds; `NaN` for what is none. */
export function endOfDayMs(day: string): number {
  const midnight = Date.parse(day);
  return Number.isNaN(midnight) ? midnight : zone.startOf(midnight / dayMs + 1) - 1_000;
}

/** Such a day as many days later. */
export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

const whole = new Intl.NumberFormat(locale);

export function formatCount(count: bigint | number): string {
  return whole.format(count);
}

/** An amount such as `125.00 EUR` (ISO 4217), as people write it. */
export function formatMoney(text: string): string {
  const [amount, currency = ''] = text.split(' ');
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  // As text, because a number would lose digits.
  return format.format(amount as Intl.StringNumericLiteral);
}
