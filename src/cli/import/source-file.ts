import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { readCsvRows, type SourceRow, UnusableFileError } from '../../../client/import/csv-rows.ts';
import { CommandError, exitCodes } from '../exit.ts';

/** A CSV file that was read once from beginning to end and is well-formed. */
export interface SourceFile {
  path: string;
  delimiter: string;
  columns: readonly string[];
  rowCount: number;
  /** SHA-256 of all its bytes. */
  contentHash: string;
}

/** Reads the whole file, so that nothing is sent of one that is broken further down. @throws CommandError */
export async function inspectSourceFile(path: string, delimiter: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  let columns: readonly string[] | undefined;
  let rowCount = -1;
  for await (const { cells } of readFileRows(path, delimiter, (chunk) => hash.update(chunk))) {
    columns ??= cells;
    rowCount += 1;
  }
  if (columns === undefined) throw unusable(`${path}: The file is empty. Its first line must name the columns.`);
  return { path, delimiter, columns, rowCount, contentHash: hash.digest('hex') };
}

/** The rows after the header, one by one: the file may be larger than the memory. @throws CommandError */
export async function* readRows({ path, delimiter }: SourceFile): AsyncGenerator<SourceRow, void, undefined> {
  let isHeader = true;
  for await (const row of readFileRows(path, delimiter)) {
    if (!isHeader) yield row;
    isHeader = false;
  }
}

async function* readFileRows(path: string, delimiter: string, onChunk?: (chunk: Uint8Array) => void) {
  try {
    yield* readCsvRows(createReadStream(path), { delimiter, parse, onChunk });
  } catch (error) {
    throw explain(error, path);
  }
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof UnusableFileError) return unusable(`${path}: ${error.message}`);
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOENT') return unusable(`There is no file ${path}.`);
  if (error.code === 'EISDIR') return unusable(`${path} is a directory. Name a CSV file.`);
  if (error.code === 'EACCES') return unusable(`${path} cannot be read: permission denied.`);
  return error;
}

function unusable(message: string): CommandError {
  return new CommandError(message, exitCodes.unusable);
}
