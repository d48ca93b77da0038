/** Begins CSV files for people: without it (U+FEFF) spreadsheets do not read them as UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Spreadsheets run a cell that begins like this as a formula, also one in a CSV file, and formulas can send what the sheet
 * contains to other sites. The last four are full-width; a tab or a line break at the beginning is skipped.
 */
const formula = "'*[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]";
/**
 * A spreadsheet that separates cells by semicolons or tabs can see one begin within ours: quotes do not hold a cell together
 * that does not begin with one, and a line break ends a row. A plus or a minus stays there, as in `;-)` and `tel;+49`.
 */
const cellStart = '[;\\t\\r\\n]"*';
const innerFormula = "'*[=@\uff1d\uff20]";

const unprotected = new RegExp(`^(?=${formula})`);
const apostrophe = new RegExp(`^'(?=${formula})`);
const innerUnprotected = new RegExp(`(${cellStart})(?=${innerFormula})`, 'g');
const innerApostrophe = new RegExp(`(${cellStart})'(?=${innerFormula})`, 'g');

/** The text of a CSV cell with an apostrophe before what would begin a formula in a spreadsheet. */
export function protectFromFormulas(text: string): string {
  return text.replace(unprotected, "'").replace(innerUnprotected, "$1'");
}

/** The text before `protectFromFormulas`. */
export function withoutFormulaProtection(cell: string): string {
  return cell.replace(apostrophe, '').replace(innerApostrophe, '$1');
}
