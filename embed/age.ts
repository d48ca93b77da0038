const dayMs = 86_400_000;

/** The age at a time (epoch ms) in words, as exact as the date of birth is; `undefined` if it cannot be told. */
export function ageOf(
  { birthDate = '', birthDatePrecision: precision = 'day' }: { birthDate?: string; birthDatePrecision?: string },
  now: number,
  lang: string,
): string | undefined {
  const [year = Number.NaN, month = 1, day = 1] = birthDate.split('-').map(Number);
  const today = new Date(now);
  const years = today.getUTCFullYear() - year;
  const months = years * 12 + today.getUTCMonth() + 1 - month;
  if (!(year > 0 && years >= 0)) return undefined;
  if (precision === 'year') return years === 0 ? undefined : inWords(years, 'year', lang);
  const whole = precision === 'day' && today.getUTCDate() < day ? months - 1 : months;
  if (whole >= 24) return inWords(Math.floor(whole / 12), 'year', lang);
  if (whole >= 2) return inWords(whole, 'month', lang);
  if (precision !== 'day') return whole < 1 ? undefined : inWords(whole, 'month', lang);
  const days = Math.floor((now - Date.UTC(year, month - 1, day)) / dayMs);
  return days < 0 ? undefined : inWords(Math.max(1, Math.floor(days / 7)), 'week', lang);
}

function inWords(count: number, unit: string, lang: string): string {
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
