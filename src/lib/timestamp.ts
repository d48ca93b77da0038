import { dayMs } from '../../contract/limits.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export { dayMs };

/** The day (UTC) of a time in epoch milliseconds, as days since 1970-01-01. */
export function dayOf(epochMs: bigint): bigint {
  return epochMs / BigInt(dayMs);
}

const form = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const firstTime = Date.parse('0000-01-01T00:00:00Z');
/** RFC 3339 has four digits for the year. */
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses a timestamp (RFC 3339, section 5.6) as epoch milliseconds, truncating further digits. Returns `undefined` for
 * any other text, for dates that do not exist, for leap seconds, which epoch milliseconds cannot represent, and for times
 * that are in UTC not of the years 0 to 9999.
 */
export function parseTimestamp(text: string): bigint | undefined {
  const [, year, month, day, hour, minute, second, fraction = '', sign, ...offset] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const local = Date.UTC(2000, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const date = new Date(local);
  date.setUTCFullYear(y, mo - 1, d);
  const isRealDate = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  if (!isRealDate || h > 23 || mi > 59 || s > 59) return undefined;
  const [offsetHours = 0, offsetMinutes = 0] = offset.map((text) => Number(text ?? 0));
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offsetMs = (offsetHours * 60 + offsetMinutes) * minuteMs * (sign === '-' ? -1 : 1);
  const time = date.getTime() - offsetMs;
  return time < firstTime || time > lastTime ? undefined : BigInt(time);
}

/** Formats epoch milliseconds as a timestamp; a later time than a timestamp can have as the last one. */
export function printTimestamp(time: bigint): string {
  return new Date(Math.min(Number(time), lastTime)).toISOString();
}

/** Parses a date (RFC 3339, full-date) as days since 1970-01-01. Returns `undefined` for any other text. */
export function parseDay(text: string): bigint | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  return time === undefined ? undefined : time / BigInt(dayMs);
}

/** The first day of the month that is `months` after that of a day. Days are those since 1970-01-01. */
export function firstOfMonth(day: bigint, months = 0): bigint {
  const date = new Date(Number(day) * dayMs);
  date.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  return BigInt(date.getTime() / dayMs);
}

export function printDay(days: bigint): string {
  return new Date(Number(days) * dayMs).toISOString().slice(0, 10);
}
