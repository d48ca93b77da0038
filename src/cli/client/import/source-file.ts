import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { readCsvRows, type SourceRow, UnusableFileError } from '../../../../client/import/csv-rows.ts';
import { guessDelimiter, guessedFromBytes } from '../../../../client/import/header.ts';
import { readJsonRows } from '../../../../client/import/json-rows.ts';
import { makeTemporaryFolder } from '../../../lib/disk.ts';
import { explainUnreadable, unusable } from '../../exit.ts';

/** A file that was read once from beginning to end and is well-formed. */
export interface SourceFile {
  path: string;
  /** What the files with rejected rows and photos are named after. */
  name: string;
  format: 'csv' | 'ndjson';
  /** What separates the columns; also of the files with rejected rows. */
  delimiter: string;
  columns: readonly string[];
  rowCount: number;
  /** SHA-256 of all its bytes. */
  contentHash: string;
}

type Form = Pick<SourceFile, 'path' | 'format' | 'delimiter'>;

/**
 * Reads the whole file, so that nothing is sent of one that is broken further down. Without a delimiter, its first line
 * tells whether it is CSV, and with which one, or has one JSON object per line. @throws CommandError
 */
export async function inspectSourceFile(path: string, delimiter?: string, name = path): Promise<SourceFile> {
  const hash = createHash('sha256');
  const onChunk = (chunk: Uint8Array) => hash.update(chunk);
  try {
    const form = delimiter === undefined ? await recognize(path) : ({ path, format: 'csv', delimiter } as const);
    const { columns, rowCount } = await (form.format === 'csv'
      ? inspectCsv(form, onChunk)
      : inspectJson(form, onChunk));
    return { ...form, name, columns, rowCount, contentHash: hash.digest('hex') };
  } catch (error) {
    throw explain(error, path, name);
  }
}

/** The rows, one by one: the file may be larger than the memory. @throws CommandError */
export async function* readRows(source: SourceFile): AsyncGenerator<SourceRow, void, undefined> {
  const { path, format, columns } = source;
  try {
    if (format === 'csv') {
      let isHeader = true;
      for await (const row of readCsv(source)) {
        if (!isHeader) yield row;
        isHeader = false;
      }
    } else {
      for await (const { line, cells } of readJsonRows(createReadStream(path))) {
        yield { line, cells: columns.map((column) => cells.get(column) ?? '') };
      }
    }
  } catch (error) {
    throw explain(error, path, source.name);
  }
}

async function recognize(path: string): Promise<Form> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(guessedFromBytes), 0, guessedFromBytes, 0);
  const start = new TextDecoder().decode(buffer.subarray(0, bytesRead)).trimStart();
  if (/^\[\s*[{\]]/.test(start)) {
    throw new UnusableFileError(`The file is a JSON array. Write one object per line, for example with jq -c '.[]'.`);
  }
  const isJson = start.startsWith('{');
  return { path, format: isJson ? 'ndjson' : 'csv', delimiter: isJson ? ',' : guessDelimiter(start) };
}

type Inspection = Pick<SourceFile, 'columns' | 'rowCount'>;

async function inspectCsv(form: Form, onChunk: (chunk: Uint8Array) => void): Promise<Inspection> {
  let columns: readonly string[] | undefined;
  let rowCount = -1;
  for await (const { cells } of readCsv(form, onChunk)) {
    columns ??= cells;
    rowCount += 1;
  }
  if (columns === undefined) throw new UnusableFileError('The file is empty. Its first line must name the columns.');
  return { columns, rowCount };
}

/** The columns are the members that any of the objects has. */
async function inspectJson({ path }: Form, onChunk: (chunk: Uint8Array) => void): Promise<Inspection> {
  const columns = new Set<string>();
  let rowCount = 0;
  for await (const { cells } of readJsonRows(createReadStream(path), onChunk)) {
    for (const column of cells.keys()) columns.add(column);
    rowCount += 1;
  }
  return { columns: [...columns], rowCount };
}

function readCsv({ path, delimiter }: Pick<Form, 'path' | 'delimiter'>, onChunk?: (chunk: Uint8Array) => void) {
  return readCsvRows(createReadStream(path), { delimiter, parse, onChunk });
}

function explain(error: unknown, path: string, name: string): unknown {
  if (error instanceof UnusableFileError) return unusable(`${name}: ${error.message}`);
  return explainUnreadable(error, path);
}

/** Standard input as a file: an import reads a file twice, once to check all of it before anything is sent. */
export async function storeStandardInput(): Promise<Disposable & { path: string }> {
  const folder = makeTemporaryFolder('petstore-import-');
  const path = join(folder.path, 'input');
  await pipeline(process.stdin, createWriteStream(path));
  return { ...folder, path };
}
