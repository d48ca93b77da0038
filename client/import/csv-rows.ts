/** A row of a CSV file. */
export interface SourceRow {
  /** The line on which it begins; the header is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that cannot be imported, with a message for the user. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
}

/** The part of the parser (csv-parse) that is used here. */
export interface CsvParser {
  on(event: 'data', listener: (row: ParsedRow) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  write(text: string, onWritten: () => void): unknown;
  end(): unknown;
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

interface CsvOptions {
  delimiter: string;
  /** `parse` of csv-parse, in its form for Node.js or for browsers. */
  parse(options: ReturnType<typeof parserOptions>): CsvParser;
  /** Called with each chunk before its rows are returned. */
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
}

/** An unclosed quote would otherwise read the rest of the file into one cell. */
const maxRowChars = 1024 * 1024;

function parserOptions(delimiter: string) {
  return {
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowChars,
    // All of them in any file: concatenated files have more than one.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  };
}

/**
 * Reads the rows of a CSV file (RFC 4180) in UTF-8, the header first. Holds the rows of one chunk at a time, so the file
 * may be larger than the memory.
 * @throws UnusableFileError when it is not CSV or not UTF-8
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, parse, onChunk }: CsvOptions,
): AsyncGenerator<SourceRow, void, undefined> {
  const parser = parse(parserOptions(delimiter));
  const parsed: ParsedRow[] = [];
  parser.on('data', (row) => parsed.push(row));
  const failed = new Promise<never>((_, reject) => {
    parser.on('error', ({ message }) => reject(new UnusableFileError(`The file is not valid CSV: ${message}.`)));
  });
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => parser.on('end', resolve));
  const lines = new LineCounter();
  const take = () =>
    parsed.splice(0).map(({ record, info }) => ({ line: lines.firstLine(record, info.lines), cells: record }));
  let isEmpty = true;
  for await (const text of decodeText(chunks, { onChunk, advice: ' Save it as “CSV UTF-8”.' })) {
    if (text === '') continue;
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

/** The text of a file in UTF-8, chunk by chunk. @throws UnusableFileError, with the advice, when it is not UTF-8 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  { onChunk, advice = '' }: { onChunk: CsvOptions['onChunk']; advice?: string },
): AsyncGenerator<string, void, undefined> {
  // Without `fatal` a wrong encoding would put replacement characters into the names.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new UnusableFileError(`The file is not UTF-8 text.${advice}`, { cause });
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    onChunk?.(chunk);
    yield text;
  }
  // Throws for a character that is cut off at the end.
  decode();
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
