import { locale } from '../texts/texts.ts';

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' });

/**
 * The day of a moment of RFC 3339 in the reader's own time zone, or a day such as `2026-11-30`, as people write it; a month such
 * as `2026-11` and a year, too.
 */
export function formatDay(at: string): string {
  if (at.length === 4) return at;
  if (at.length === 7) return monthFormat.format(new Date(`${at}-01T00:00:00`));
  return format.format(new Date(at.length === 10 ? `${at}T00:00:00` : at));
}

/** A day in the reader's own calendar, in the format of a date field (`2026-11-30`). */
export function dayOf(atMs: number): string {
  const at = new Date(atMs);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last second of such a day, in epoch milliseconds; `NaN` for what is none. */
export function endOfDayMs(day: string): number {
  return Date.parse(`${day}T23:59:59`);
}

/** Such a day as many days later. */
export function daysLater(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date + days).getTime());
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
