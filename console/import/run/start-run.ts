import { hash } from 'fast-sha256';
import { RejectedPhotos } from '../../../client/import/import-photos.ts';
import { type ImportJob, ImportRun } from '../../../client/import/import-run.ts';
import { RejectedRows, rejectedFileName, rejectedPhotosFileName } from '../../../client/import/rejected-rows.ts';
import { CsvFile } from '../../lib/csv-file.ts';
import { photoSource, readRows, type SourceFile } from '../file/source-file.ts';
import type { ColumnChoices } from '../mapping/choices.ts';

export type FileImport = Readonly<ReturnType<typeof createFileImport>>;

const concurrency = 8;

/** An import that waits for a server that is down, because the user watches and can cancel it. */
export function createFileImport(
  source: SourceFile,
  choices: Pick<ColumnChoices, 'updatesKnown' | 'photos'>,
  job: Pick<ImportJob, 'client' | 'mapping'>,
) {
  const rejectedFile = new RejectedFile(source);
  const photosFile = new CsvFile(rejectedPhotosFileName(source.file.name), source.delimiter);
  const rejectedPhotos = new RejectedPhotos((cells) => photosFile.add(cells));
  const { updatesKnown, photos } = choices;
  const run = new ImportRun({
    ...job,
    updatesKnown,
    photos: photos.length > 0 ? { ...photoSource(photos), rejectedPhotos } : undefined,
    rows: (signal) => readRows(source.file, { delimiter: source.delimiter, signal }),
    contentHash: source.contentHash,
    hash: sha256,
    rejectedRows: rejectedFile.rows,
    concurrency,
    outlastsOutages: true,
  });
  return { run, source, updatesKnown, hasPhotos: photos.length > 0, rejectedFile, photosFile };
}

const encoder = new TextEncoder();

/** The browser's own hashing is missing on pages that were loaded over plain HTTP. */
function sha256(text: string): string {
  return btoa(String.fromCharCode(...hash(encoder.encode(text))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The rows that could not be imported, as the file that `petstore import` writes. */
export class RejectedFile extends CsvFile {
  readonly rows: RejectedRows;

  constructor({ file, delimiter, columns }: SourceFile) {
    super(rejectedFileName(file.name), delimiter);
    this.rows = new RejectedRows(columns, (cells) => this.add(cells));
  }
}
