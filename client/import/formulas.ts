/**
 * Spreadsheets run a cell that begins like this as a formula, also one in a CSV file, and formulas can send what the sheet
 * contains to other sites. The last four are full-width.
 */
const formulaStart = '[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]';
const needsApostrophe = new RegExp(`^'*${formulaStart}`);
const hasApostrophe = new RegExp(`^'+${formulaStart}`);

/** The text of a CSV cell that no spreadsheet runs: with an apostrophe before what would begin a formula. */
export function protectFromFormulas(text: string): string {
  return needsApostrophe.test(text) ? `'${text}` : text;
}

/** The text before `protectFromFormulas`. */
export function withoutFormulaProtection(cell: string): string {
  return hasApostrophe.test(cell) ? cell.slice(1) : cell;
}
