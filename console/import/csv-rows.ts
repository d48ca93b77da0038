import { type CsvError, type Info, parse } from 'csv-parse/browser/esm';
import { LineCounter } from '../../client/import/line-counter.ts';
import { FileFault } from './file-fault.ts';

/** A row of a CSV file. */
export interface SourceRow {
  /** The line on which it begins; the header is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface ReadRowsOptions {
  delimiter: string;
  signal: AbortSignal;
  /** Called with each piece of the file before its rows come. */
  onPiece?: (piece: Uint8Array) => void;
}

/** Small enough that the page can do something else in between. */
const pieceBytes = 64 * 1024;
/** An unclosed quote would otherwise take the rest of the file into one cell. */
const maxRowChars = 1024 * 1024;
/** All of them in any file: files that were put together have more than one. */
const lineEnds = ['\r\n', '\n', '\r'];

/**
 * The rows of a file, the header as the first, piece by piece: the file may be larger than the memory. They are those
 * that `petstore import` reads.
 * @throws FileFault
 */
export async function* readRows(
  file: Blob,
  { delimiter, signal, onPiece }: ReadRowsOptions,
): AsyncGenerator<SourceRow, void, undefined> {
  const lines = new LineCounter();
  const parser = createParser(delimiter);
  // A wrong encoding would not fail by itself, but put replacement characters into the names.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await readPiece(file, at);
    signal.throwIfAborted();
    const text = checkText(() => decoder.decode(piece, { stream: true }));
    onPiece?.(piece);
    for (const { record, info } of await parser.read(text)) {
      yield { line: lines.firstLine(record, info.lines), cells: record };
    }
  }
  checkText(() => decoder.decode());
  // The parser does not end by itself where there was nothing to read.
  if (!parser.hasBegun()) return;
  for (const { record, info } of await parser.finish()) {
    yield { line: lines.firstLine(record, info.lines), cells: record };
  }
}

interface ParsedRecord {
  record: string[];
  info: Info;
}

function createParser(delimiter: string) {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: maxRowChars,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const records: ParsedRecord[] = [];
  let hasBegun = false;
  const take = () => records.splice(0);
  const failed = new Promise<never>((_, reject) => {
    parser.on('error', (error: CsvError) => reject(new FileFault(`This is not sound CSV: ${error.message}.`)));
  });
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => parser.on('end', () => resolve()));
  parser.on('data', (record: ParsedRecord) => records.push(record));
  return {
    hasBegun: () => hasBegun,
    async read(text: string): Promise<ParsedRecord[]> {
      if (text === '') return [];
      hasBegun = true;
      await Promise.race([failed, new Promise<void>((resolve) => parser.write(text, () => resolve()))]);
      return take();
    },
    async finish(): Promise<ParsedRecord[]> {
      parser.end();
      await Promise.race([failed, ended]);
      return take();
    },
  };
}

async function readPiece(file: Blob, at: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
  } catch (cause) {
    throw new FileFault('The file cannot be read any more: it was changed, moved or removed. Choose it again.', {
      cause,
    });
  }
}

/** @throws FileFault */
function checkText(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new FileFault('This is not UTF-8 text. Save the file as “CSV UTF-8”, and choose it again.', { cause });
  }
}
