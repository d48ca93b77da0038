import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { CsvError, type Info, type Parser, parse } from 'csv-parse';
import { LineCounter } from '../../../client/import/line-counter.ts';
import { CommandError, exitCodes } from '../exit.ts';

/** A CSV file that was read once from beginning to end and is sound. */
export interface SourceFile {
  path: string;
  delimiter: string;
  columns: readonly string[];
  rowCount: number;
  /** SHA-256 of all its bytes. */
  contentHash: string;
}

export interface SourceRow {
  /** The line on which the row begins; the header is line 1. */
  line: number;
  cells: readonly string[];
}

type ParsedRecord = { record: string[]; info: Info };

/** An unclosed quote would otherwise take the rest of the file, of whatever size, into one cell. */
const maxRowChars = 1024 * 1024;

/** All of them in any file: files that were put together have more than one. */
const lineEnds = ['\r\n', '\n', '\r'];

/** Reads the file from beginning to end, so that nothing is sent of one that is broken further down. @throws CommandError */
export async function inspectSourceFile(path: string, delimiter: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  let columns: readonly string[] | undefined;
  let rowCount = -1;
  for await (const { cells } of parseRows(path, delimiter, hash)) {
    columns ??= cells;
    rowCount += 1;
  }
  if (columns === undefined) throw unusable(`${path} is empty. Its first line must name the columns.`);
  return { path, delimiter, columns, rowCount, contentHash: hash.digest('hex') };
}

/** The rows after the header, one by one: the file may be larger than the memory. @throws CommandError */
export async function* readRows({ path, delimiter }: SourceFile): AsyncGenerator<SourceRow, void, undefined> {
  let isHeader = true;
  for await (const row of parseRows(path, delimiter)) {
    if (!isHeader) yield row;
    isHeader = false;
  }
}

async function* parseRows(path: string, delimiter: string, hash?: Hash): AsyncGenerator<SourceRow, void, undefined> {
  const parser: Parser & AsyncIterable<ParsedRecord> = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowChars,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  pipeline(
    createReadStream(path),
    (chunks: Readable) => checkText(chunks, hash),
    parser,
    () => {},
  );
  const lines = new LineCounter();
  try {
    for await (const { record, info } of parser) yield { line: lines.firstLine(record, info.lines), cells: record };
  } catch (error) {
    throw explain(error, path);
  }
}

/** A wrong encoding would not fail by itself, but put replacement characters into the names. */
async function* checkText(chunks: Readable, hash: Hash | undefined) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) {
    hash?.update(chunk);
    decoder.decode(chunk, { stream: true });
    yield chunk;
  }
  decoder.decode();
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof CsvError) return unusable(`${path} is not sound CSV: ${error.message}.`);
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOENT') return unusable(`There is no file ${path}.`);
  if (error.code === 'EISDIR') return unusable(`${path} is a directory. Name a CSV file.`);
  if (error.code === 'EACCES') return unusable(`${path} cannot be read: permission denied.`);
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return unusable(`${path} is not UTF-8 text. Save it as "CSV UTF-8".`);
  }
  return error;
}

function unusable(message: string): CommandError {
  return new CommandError(message, exitCodes.unusable);
}
