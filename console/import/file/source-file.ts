import { parse } from 'csv-parse/browser/esm';
import { Hash } from 'fast-sha256';
import type { Client } from '../../../client/index.ts';
import { maxImageBytes } from '../../../contract/limits.ts';
import { makeFault } from '../../../importer/faults.ts';
import type { NamedCategory } from '../../../importer/map/category-number.ts';
import { type PhotoSource, photoTooLarge, toImage, UnusablePhotoError } from '../../../importer/run/import-photos.ts';
import { PhotoFiles } from '../../../importer/run/photo-files.ts';
import { type HeaderLine, type Inspection, inspect, rows } from '../../../importer/source/inspect.ts';
import { type CsvParse, type Source, type SourceRow, UnusableFileError } from '../../../importer/source/source.ts';
import { findHeading } from '../../../importer/words/words.ts';

/** A file that was read once from beginning to end and is well-formed. */
export interface SourceFile extends Inspection {
  readonly file: File;
  /** The categories of the service, by whose names those of the file are known again. */
  readonly categories: readonly NamedCategory[];
  /** The rows below the header, those that `petstore import` reads. @throws UnusableFileError */
  rows(signal: AbortSignal): AsyncGenerator<SourceRow, void, undefined>;
}

/** What the user says of the form of a file instead of what is guessed. */
export interface FileForm {
  readonly delimiter?: string | undefined;
  readonly header?: HeaderLine | undefined;
}

interface ReadOptions extends FileForm {
  readonly client: Pick<Client, 'categories'>;
  readonly signal: AbortSignal;
  onProgress(doneBytes: number): void;
}

/** Small enough to keep the page responsive. */
const chunkBytes = 64 * 1024;

/** Reads the whole file, so that nothing of a damaged file is sent. @throws UnusableFileError */
export async function inspectFile(file: File, { client, ...options }: ReadOptions): Promise<SourceFile> {
  const source: Source = {
    name: file.name,
    sizeBytes: file.size,
    open: () => readChunks(file),
    parse: parse as CsvParse,
    newHash: () => new Hash(),
  };
  const isHeading = (text: string) => findHeading(text) !== undefined;
  const inspection = await inspect(source, { isHeading, ...options });
  const categories = await Array.fromAsync(client.categories.list({ signal: options.signal }));
  return { ...inspection, file, categories, rows: (signal) => rows(source, inspection, signal) };
}

async function* readChunks(file: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  for (let offset = 0; offset < file.size; offset += chunkBytes) {
    const chunk = await file
      .slice(offset, offset + chunkBytes)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new UnusableFileError(makeFault('file_changed'), { cause });
      });
    yield new Uint8Array(chunk);
  }
}

/** Photos that were chosen for the animals of a file: the rows name them, or they are named after the references. */
export function photoSource(chosen: readonly File[]) {
  const byPath = new Map(chosen.map((file) => [file.webkitRelativePath || file.name, file]));
  const files = new PhotoFiles([...byPath.keys()]);
  return {
    files,
    findPhotos: (reference: string) => files.ofReference(reference),
    async readPhoto(name: string) {
      const file = byPath.get(files.use(name) ?? name);
      if (file === undefined) throw new UnusablePhotoError('There is no such file.');
      if (file.size > maxImageBytes) throw photoTooLarge();
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new UnusablePhotoError('The file was changed, moved or deleted.', { cause });
      });
      return toImage(new Uint8Array(bytes));
    },
  } satisfies Omit<PhotoSource, 'rejectedPhotos'> & { files: PhotoFiles };
}
