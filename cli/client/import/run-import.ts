import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { byteOrderMark } from '../../../importer/export/formulas.ts';
import { RejectedRows, rejectedFileName, rejectedPhotosFileName } from '../../../importer/report/rejected-rows.ts';
import { type PhotoSource, RejectedPhotos } from '../../../importer/run/import-photos.ts';
import type { ImportProgress } from '../../../importer/run/import-progress.ts';
import { type ImportJob, ImportRun } from '../../../importer/run/import-run.ts';
import { errorCodeOf } from '../../../src/lib/errors.ts';
import { unusable } from '../../exit.ts';
import { startProgressBar } from '../../progress.ts';
import type { SourceFile } from './source-file.ts';

export interface ImportCommand extends Pick<ImportJob, 'mapping' | 'check' | 'client' | 'updates' | 'concurrency'> {
  source: SourceFile;
  /** Where photos come from; without it, they are left out. */
  photos?: Omit<PhotoSource, 'rejectedPhotos'> | undefined;
  /** Where the files with rejected rows and photos are made. */
  rejectedFolder: string;
  /** Ends the import: no further row is started, requests in flight are finished. */
  stop: AbortSignal;
}

export interface ImportOutcome extends ImportProgress {
  /** Where the rejected rows are, if there are any. */
  rejectedPath: string;
  /** Where the rejected photos are, if there are any. */
  rejectedPhotosPath: string;
  durationMs: number;
  /** Why the import ended before the end of the file. */
  stoppedBy: Error | undefined;
}

/** Imports the rows of a file. What was rejected is in files of its own, which exist only if there is any. */
export async function runImport(command: ImportCommand): Promise<ImportOutcome> {
  const { source, stop, photos, rejectedFolder, ...job } = command;
  const startedAt = performance.now();
  const name = join(rejectedFolder, basename(source.name));
  const rejectedFile = newCsvFile(rejectedFileName(name), source.delimiter);
  const rejectedRows = new RejectedRows(source.columns, (cells) => rejectedFile.write(cells));
  const photosFile = newCsvFile(rejectedPhotosFileName(name), source.delimiter);
  const rejectedPhotos = new RejectedPhotos((cells) => photosFile.write(cells));
  const run = new ImportRun({
    ...job,
    rows: () => source.rows(),
    fileName: basename(source.name),
    rowCount: source.rowCount,
    contentHash: source.contentHash,
    hash: (text) => createHash('sha256').update(text).digest('base64url'),
    rejectedRows,
    photos: photos && { ...photos, rejectedPhotos },
    outlastsOutages: false,
  });
  stop.addEventListener('abort', () => run.stop(), { once: true });
  using bar = startProgressBar('importing', source.rowCount);
  await run.work(() => bar.update(run.progress.done));
  const { progress } = run;
  const interruption = progress.done < source.rowCount ? new Error('Interrupted.') : undefined;
  return {
    ...progress,
    rejectedPath: rejectedFile.close(),
    rejectedPhotosPath: photosFile.close(),
    durationMs: performance.now() - startedAt,
    stoppedBy: run.failure ?? interruption,
  };
}

/** A CSV file that is made when something is written into it. It gets a number if its name is taken: no file is replaced. */
function newCsvFile(wanted: string, delimiter: string) {
  let path = wanted;
  let file: number | undefined;
  const create = () => {
    for (let number = 2; ; number += 1) {
      try {
        return openSync(path, 'wx', 0o600);
      } catch (error) {
        if (errorCodeOf(error) !== 'EEXIST') throw error;
        path = wanted.replace(/(\.csv)?$/, `-${number}.csv`);
      }
    }
  };
  return {
    write(cells: readonly string[]): void {
      const mark = file === undefined ? byteOrderMark : '';
      file ??= create();
      writeFileSync(file, `${mark}${stringify([cells], { delimiter })}`);
    },
    /** Returns where it is, or would be. */
    close(): string {
      if (file !== undefined) closeSync(file);
      return path;
    },
  };
}

/** @throws CommandError when rows that turn out to be rejected could not be written there */
export function requireWritable(folder: string): void {
  try {
    accessSync(`${folder}/.`, constants.W_OK);
  } catch {
    const problem = `Rejected rows could not be written to the directory ${resolve(folder)}.`;
    throw unusable(`${problem} Name one that can be written with --rejected-folder.`);
  }
}
