import { withoutQuotedCells } from './form.ts';
import { maxRowChars } from './source.ts';

export interface CsvForm {
  readonly delimiter: string;
  /** How many cells a line at the beginning of the file has. */
  readonly cellCount: number;
}

/**
 * Writes a cell that begins with a quote nobody closes as RFC 4180 does, `"Rex` as `"""Rex"`. Otherwise it would go on to
 * the next quote of the file, and the rows up to there would be lost. Holds back a row of which more may come.
 */
export async function* closeQuotes(
  texts: AsyncIterable<string>,
  form: CsvForm,
): AsyncGenerator<string, void, undefined> {
  let held = '';
  for await (const text of texts) {
    const [ready, rest] = closeQuotesIn(held + text, form, false);
    held = rest;
    if (ready !== '') yield ready;
  }
  const [ready] = closeQuotesIn(held, form, true);
  if (ready !== '') yield ready;
}

/** The text begins with a row. */
function closeQuotesIn(given: string, form: CsvForm, isEnd: boolean): [ready: string, held: string] {
  const endsCell = (char: string | undefined) =>
    char === undefined || char === form.delimiter || char === '\n' || char === '\r';
  let text = given;
  let [rowStart, at] = [0, 0];
  const passTo = (position: number) => {
    const passed = text.slice(at, position);
    const lastBreak = Math.max(passed.lastIndexOf('\n'), passed.lastIndexOf('\r'));
    if (lastBreak >= 0) rowStart = at + lastBreak + 1;
  };
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', at)) {
    passTo(open);
    at = open + 1;
    if (!endsCell(text[open - 1])) continue;
    const close = closingQuote(text, open);
    const isClosed = close >= 0 && endsCell(text[close + 1]);
    // The next line tells whose a quote within a cell is.
    const isCut = close < 0 || close === text.length - 1 || (!isClosed && !/[\r\n]/.test(text.slice(close)));
    if (isCut && !isEnd && text.length - rowStart <= maxRowChars)
      return [text.slice(0, rowStart), text.slice(rowStart)];
    if (isClosed || (close >= 0 && !isOfAnotherRow(text, { rowStart, open, close }, form))) {
      at = close + 1;
      continue;
    }
    let end = open + 1;
    while (!endsCell(text[end])) end += 1;
    const cell = `"${text.slice(open, end).replaceAll('"', '""')}"`;
    text = text.slice(0, open) + cell + text.slice(end);
    at = open + cell.length;
  }
  passTo(text.length);
  // A row that is too long is the parser's to refuse.
  const readyTo = isEnd || text.length - rowStart > maxRowChars ? text.length : rowStart;
  return [text.slice(0, readyTo), text.slice(readyTo)];
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

/**
 * Whether the closing quote is another row's: the line of the opening quote is a whole row, and so is the line below. If not,
 * it is a quote within a text, maybe of several lines.
 */
function isOfAnotherRow(
  text: string,
  { rowStart, open, close }: { rowStart: number; open: number; close: number },
  { delimiter, cellCount }: CsvForm,
): boolean {
  const [line = '', next = ''] = text.slice(open).split(/[\r\n]+/, 2);
  if (line.length > close - open) return false;
  const isRow = (row: string) => row.split(delimiter).length >= cellCount;
  return isRow(withoutQuotedCells(text.slice(rowStart, open)) + line) && isRow(withoutQuotedCells(next));
}
