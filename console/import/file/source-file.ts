import { parse } from 'csv-parse/browser/esm';
import { Hash } from 'fast-sha256';
import { readCsvRows, type SourceRow, UnusableFileError } from '../../../client/import/csv-rows.ts';
import { guessDelimiter, guessedFromBytes } from '../../../client/import/header.ts';
import { type PhotoSource, photoTooLarge, toImage, UnusablePhotoError } from '../../../client/import/import-photos.ts';
import { photosByReference } from '../../../client/import/photos-by-reference.ts';
import { maxImageBytes } from '../../../client/limits.ts';

/** A CSV file that was read once from beginning to end and is well-formed. */
export interface SourceFile {
  readonly file: File;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** SHA-256 of all its bytes, as hexadecimal digits. */
  readonly contentHash: string;
  readonly firstRows: readonly SourceRow[];
  /** The distinct texts in each column, trimmed; `undefined` where there are too many to choose among. */
  readonly texts: readonly (readonly string[] | undefined)[];
}

interface ReadOptions {
  delimiter: string;
  signal: AbortSignal;
}

/** Small enough to keep the page responsive. */
const chunkBytes = 64 * 1024;
const previewRows = 10;
const maxTexts = 40;

/** Reads the whole file, so that nothing of a damaged file is sent. @throws UnusableFileError */
export async function inspectFile(
  file: File,
  { onProgress, ...options }: ReadOptions & { onProgress: (doneBytes: number) => void },
): Promise<SourceFile> {
  const hash = new Hash();
  let doneBytes = 0;
  const onChunk = (chunk: Uint8Array) => {
    hash.update(chunk);
    doneBytes += chunk.length;
    onProgress(doneBytes);
  };
  const rows = readAllRows(file, options, onChunk);
  const columns = (await rows.next()).value?.cells;
  if (columns === undefined) throw new UnusableFileError('The file is empty. Its first line must name the columns.');
  const firstRows: SourceRow[] = [];
  const texts = columns.map((): Set<string> | undefined => new Set());
  let rowCount = 0;
  for await (const row of rows) {
    rowCount += 1;
    if (firstRows.length < previewRows) firstRows.push(row);
    for (const [index, known] of texts.entries()) {
      known?.add((row.cells[index] ?? '').trim());
      if (known !== undefined && known.size > maxTexts) texts[index] = undefined;
    }
  }
  const contentHash = Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const distinct = texts.map((known) => known && [...known].sort());
  return { file, delimiter: options.delimiter, columns, rowCount, contentHash, firstRows, texts: distinct };
}

/** The rows after the header, those that `petstore import` reads. @throws UnusableFileError */
export async function* readRows(file: Blob, options: ReadOptions): AsyncGenerator<SourceRow, void, undefined> {
  const rows = readAllRows(file, options);
  await rows.next();
  yield* rows;
}

function readAllRows(file: Blob, { delimiter, signal }: ReadOptions, onChunk?: (chunk: Uint8Array) => void) {
  return readCsvRows(readChunks(file, signal), { delimiter, parse, onChunk });
}

async function* readChunks(file: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  for (let offset = 0; offset < file.size; offset += chunkBytes) {
    const chunk = await file
      .slice(offset, offset + chunkBytes)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new UnusableFileError('The file was changed, moved or deleted. Choose it again.', { cause });
      });
    signal.throwIfAborted();
    yield new Uint8Array(chunk);
  }
}

export async function guessFileDelimiter(file: Blob): Promise<string> {
  return guessDelimiter(await file.slice(0, guessedFromBytes).text());
}

/** Photos that were chosen for the animals of a file. They are named after the references. */
export function photoSource(files: readonly File[]) {
  const byName = new Map(files.map((file) => [file.webkitRelativePath || file.name, file]));
  return {
    findPhotos: photosByReference([...byName.keys()]),
    async readPhoto(name: string) {
      const file = byName.get(name);
      if (file === undefined) throw new UnusablePhotoError('There is no such file.');
      if (file.size > maxImageBytes) throw photoTooLarge();
      const bytes = await file.arrayBuffer().catch((cause: unknown) => {
        throw new UnusablePhotoError('The file was changed, moved or deleted.', { cause });
      });
      return toImage(new Uint8Array(bytes));
    },
  } satisfies Omit<PhotoSource, 'rejectedPhotos'>;
}
