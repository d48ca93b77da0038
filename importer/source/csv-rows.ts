import { makeFault } from '../faults.ts';
import { type CsvForm, closeQuotes } from './close-quotes.ts';
import { type CsvParse, maxRowChars, type ParsedRow, type SourceRow, UnusableFileError } from './source.ts';

function parserOptions(delimiter: string): Parameters<CsvParse>[0] {
  return {
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowChars,
    // All of them in any file: concatenated files have more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
}

/**
 * Reads the rows of a CSV file (RFC 4180), the header first, without those that are blank. Quotes within a cell are text.
 * Holds the rows of one chunk at a time. @throws UnusableFileError for a row longer than 1 MiB
 */
export async function* readCsvRows(
  texts: AsyncIterable<string>,
  { parse, ...form }: CsvForm & { parse: CsvParse },
): AsyncGenerator<SourceRow, void, undefined> {
  const parser = parse(parserOptions(form.delimiter));
  const parsed: ParsedRow[] = [];
  parser.on('data', (row) => parsed.push(row));
  const failed = new Promise<never>((_, reject) => {
    parser.on('error', ({ message }) => reject(new UnusableFileError(makeFault('invalid_csv', message))));
  });
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => parser.on('end', resolve));
  const lines = new LineCounter();
  const take = () =>
    parsed
      .splice(0)
      .map(({ record, info }) => ({ line: lines.firstLine(record, info.lines), cells: record }))
      .filter(({ line, cells }) => !isBlank(cells) && !(line === 1 && isSeparatorLine(cells)));
  let isEmpty = true;
  for await (const text of closeQuotes(texts, form)) {
    isEmpty = false;
    await Promise.race([failed, new Promise<void>((resolve) => parser.write(text, resolve))]);
    yield* take();
  }
  // The browser's parser never ends when nothing was written.
  if (isEmpty) return;
  parser.end();
  await Promise.race([failed, ended]);
  yield* take();
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** `sep=;`, with which Excel is told the delimiter. */
function isSeparatorLine(cells: readonly string[]): boolean {
  return /^sep=.?$/i.test(cells.join(''));
}

/** Tells on which line each row of a CSV file begins, from what the parser counts (csv-parse, `info.lines`). */
export class LineCounter {
  #lastEnd = 0;
  #surplus = 0;

  /** The parser counts the lines up to the end of a row, and a CRLF within a cell as two. */
  firstLine(record: readonly string[], endLine: number): number {
    const isOneLine = endLine - this.#lastEnd === 1;
    this.#lastEnd = endLine;
    if (isOneLine) return endLine - this.#surplus;
    const text = record.join(' ');
    const breaks = text.match(/[\r\n]/g)?.length ?? 0;
    const line = endLine - breaks - this.#surplus;
    this.#surplus += text.match(/\r\n/g)?.length ?? 0;
    return line;
  }
}
