import { hash } from 'fast-sha256';
import { RejectedRows, rejectedFileName, rejectedPhotosFileName } from '../../../importer/report/rejected-rows.ts';
import { RejectedPhotos } from '../../../importer/run/import-photos.ts';
import { type ImportJob, ImportRun } from '../../../importer/run/import-run.ts';
import { CsvFile } from '../../lib/csv-file.ts';
import { photoSource, type SourceFile } from '../file/source-file.ts';
import type { ImportChoices } from '../mapping/choices.ts';

export type FileImport = Readonly<ReturnType<typeof createFileImport>>;

const concurrency = 8;

/** An import that waits for a server that is down, because the user watches and can cancel it. */
export function createFileImport(
  source: SourceFile,
  choices: Pick<ImportChoices, 'updatesKnown' | 'photos'>,
  job: Pick<ImportJob, 'client' | 'mapping' | 'check' | 'updates'>,
) {
  const rejectedFile = new RejectedFile(source);
  const photosFile = new CsvFile(rejectedPhotosFileName(source.file.name), source.delimiter);
  const rejectedPhotos = new RejectedPhotos((cells) => photosFile.add(cells));
  const { updatesKnown, photos } = choices;
  const found = photoSource(photos);
  const run = new ImportRun({
    ...job,
    photos: photos.length > 0 ? { ...found, rejectedPhotos } : undefined,
    rows: (signal) => source.rows(signal),
    fileName: source.file.name,
    rowCount: source.rowCount,
    contentHash: source.contentHash,
    hash: sha256,
    rejectedRows: rejectedFile.rows,
    concurrency,
    outlastsOutages: true,
  });
  return {
    run,
    source,
    updatesKnown,
    photoFiles: photos.length > 0 ? found.files : undefined,
    rejectedFile,
    photosFile,
  };
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

  constructor({ file, delimiter, columns }: Pick<SourceFile, 'file' | 'delimiter' | 'columns'>) {
    super(rejectedFileName(file.name), delimiter);
    this.rows = new RejectedRows(columns, (cells) => this.add(cells));
  }
}
