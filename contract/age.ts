import { dayMs } from './limits.ts';

const daysOfWeek = 7;
/** Below, an age is told in smaller units. */
const minMonths = 2;
const minYears = 2;

/** In a unit that `Intl.NumberFormat` knows. */
export interface Age {
  readonly count: number;
  readonly unit: 'year' | 'month' | 'week' | 'day';
}

/**
 * The age at a time, in whole units, as exact as the date of birth is known: to the `year`, `month` or `day`. `undefined`
 * where too little is known, and on the day of birth.
 */
export function ageAt(now: Date, birth: Date, precision: string): Age | undefined {
  const years = now.getUTCFullYear() - birth.getUTCFullYear();
  if (precision === 'year') return age(years, 'year');
  const isLater = precision === 'day' && now.getUTCDate() < birth.getUTCDate();
  const months = 12 * years + now.getUTCMonth() - birth.getUTCMonth() - (isLater ? 1 : 0);
  if (months >= 12 * minYears) return age(Math.floor(months / 12), 'year');
  if (months >= minMonths || precision === 'month') return age(months, 'month');
  const days = Math.floor((now.getTime() - birth.getTime()) / dayMs);
  return days < daysOfWeek ? age(days, 'day') : age(Math.floor(days / daysOfWeek), 'week');
}

function age(count: number, unit: Age['unit']): Age | undefined {
  return count > 0 ? { count, unit } : undefined;
}
