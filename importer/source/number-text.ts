/** What cannot be seen: zero-width characters, soft hyphens, marks of direction. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
/** Nine digits or more, with blanks and dashes of any kind between them. */
const groupedNumber = /^\d(?:[\s\-\u2010-\u2015\u2212]*\d){8,}$/;

/**
 * A number as all files spell it that mean the same one: spreadsheets write `="985…"` and `'985…` so that it stays a text,
 * people write blanks and dashes between its digits, and data tools make it a decimal number. Any other text is trimmed.
 */
export function cleanNumberText(cell: string): string {
  const text = cell.replaceAll(invisible, '').trim();
  const [, quoted] = /^="(.*)"$/s.exec(text) ?? [];
  const inner = (quoted ?? text.replace(/^'(?=\d)/, '')).trim();
  const whole = inner.replace(/^(\d{9,})\.0+$/, '$1');
  return groupedNumber.test(whole) ? whole.replaceAll(/\D/g, '') : whole;
}

/** Whether a spreadsheet has shortened a number, as in `9.85E+14`. Its last digits are lost. */
export function isShortenedNumber(cell: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(cell.trim());
}
