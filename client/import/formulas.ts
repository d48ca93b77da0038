/**
 * Spreadsheets run a cell that begins like this as a formula, also one in a CSV file, and formulas can send what the sheet
 * contains to other sites. The last four are full-width; a tab or a line break at the beginning is skipped.
 */
const formulaSigns = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/** Where a spreadsheet that separates cells by semicolons or tabs sees a cell begin in one of ours, quoted or not. */
const beforeFormula = `(?:^(?='*[${formulaSigns}\\t\\r\\n])|(?<=[;\\t])(?='*[${formulaSigns}]))`;
const unprotected = new RegExp(beforeFormula, 'g');
const apostrophe = new RegExp(`${beforeFormula}'`, 'g');

/** The text of a CSV cell that no spreadsheet runs: with an apostrophe before what would begin a formula. */
export function protectFromFormulas(text: string): string {
  return text.replace(unprotected, "'");
}

/** The text before `protectFromFormulas`. */
export function withoutFormulaProtection(cell: string): string {
  return cell.replace(apostrophe, '');
}
