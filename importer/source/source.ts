import type { ImportFault } from '../faults.ts';

/** A file to import. It can be read several times, and may be larger than the memory. */
export interface Source {
  /** What messages and the files with rejected rows call it. */
  readonly name: string;
  readonly sizeBytes: number;
  /** All its bytes from the beginning. Chunks of about 64 KiB keep a page responsive. */
  open(): AsyncIterable<Uint8Array>;
  /** `parse` of csv-parse, in its form for Bun or for browsers. */
  readonly parse: CsvParse;
  /** A new SHA-256: `createHash('sha256')` of `node:crypto`, or `new Hash()` of fast-sha256. */
  newHash(): Hash;
}

export interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/** A row of a file. */
export interface SourceRow {
  /** The line on which it begins; the first line of the file is 1. */
  readonly line: number;
  /** As many as the file has columns, but in a row with a fault. */
  readonly cells: readonly string[];
  /** Why nobody knows which cell belongs to which column: there are more texts than columns. */
  readonly fault?: ImportFault;
}

/** A file that cannot be imported, with a message for the user. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
  readonly fault: ImportFault;

  constructor(fault: ImportFault, options?: ErrorOptions) {
    super(fault.detail, options);
    this.fault = fault;
  }
}

/** The limit of a row. It also ends the search for a quote that is never closed. */
export const maxRowChars = 1024 * 1024;

/** The part of the parser (csv-parse) that is used here. */
interface CsvParser {
  on(event: 'data', listener: (row: ParsedRow) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  write(text: string, onWritten: () => void): unknown;
  end(): unknown;
}

export interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

export type CsvParse = (options: {
  bom: boolean;
  delimiter: string;
  info: true;
  max_record_size: number;
  record_delimiter: string[];
  relax_column_count: boolean;
  relax_quotes: boolean;
  skip_empty_lines: boolean;
}) => CsvParser;
