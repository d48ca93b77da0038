import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type HeaderLine, type Inspection, inspect, rows } from '../../../importer/source/inspect.ts';
import { type CsvParse, type Source, type SourceRow, UnusableFileError } from '../../../importer/source/source.ts';
import { findHeading } from '../../../importer/words/words.ts';
import { makeTemporaryFolder } from '../../../src/lib/system/disk.ts';
import { explainUnreadable, unusable } from '../../exit.ts';

/** A file that was read once from beginning to end and is well-formed. */
export interface SourceFile extends Inspection {
  /** What the files with rejected rows and photos are named after. */
  readonly name: string;
  /** The rows below the header, one by one: the file may be larger than the memory. @throws CommandError */
  rows(): AsyncGenerator<SourceRow, void, undefined>;
}

/** What the user says of a file instead of what is guessed. */
interface FileForm {
  delimiter?: string | undefined;
  header?: HeaderLine | undefined;
}

/** Reads the whole file, so that nothing is sent of one that is broken further down. @throws CommandError */
export async function inspectSourceFile(path: string, form: FileForm, name = path): Promise<SourceFile> {
  const explain = (error: unknown) =>
    error instanceof UnusableFileError ? unusable(`${name}: ${error.message}`) : explainUnreadable(error, path);
  try {
    const source: Source = {
      name,
      sizeBytes: statSync(path).size,
      open: () => createReadStream(path),
      parse: parse as CsvParse,
      newHash: () => createHash('sha256'),
    };
    const isHeading = (text: string) => findHeading(text) !== undefined;
    const inspection = await inspect(source, { isHeading, ...form });
    return {
      ...inspection,
      name,
      async *rows() {
        try {
          yield* rows(source, inspection);
        } catch (error) {
          throw explain(error);
        }
      },
    };
  } catch (error) {
    throw explain(error);
  }
}

/** Standard input as a file: an import reads a file several times, to check all of it before anything is sent. */
export async function storeStandardInput(): Promise<Disposable & { path: string }> {
  const folder = makeTemporaryFolder('petstore-import-');
  const path = join(folder.path, 'input');
  await pipeline(process.stdin, createWriteStream(path));
  return { ...folder, path };
}
