import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { type ImportProgress, ImportRun } from '../../../client/import/import-run.ts';
import type { Mapping } from '../../../client/import/mapping.ts';
import { RejectedRows, rejectedFileName } from '../../../client/import/rejected-rows.ts';
import type { Client } from '../../../client/index.ts';
import { readRows, type SourceFile } from './source-file.ts';

export interface ImportCommand {
  source: SourceFile;
  mapping: Mapping;
  client: Client;
  /** The number of requests in flight. */
  concurrency: number;
  /** Ends the import: no further row is started, requests in flight are finished. */
  stop: AbortSignal;
  onProgress: (doneRows: number) => void;
}

export interface ImportOutcome extends ImportProgress {
  /** Where the rejected rows are, if there are any. */
  rejectedPath: string;
  durationMs: number;
  /** Why the import ended before the end of the file. */
  stoppedBy: Error | undefined;
}

/** Imports the rows of a file. The rejected rows are in a file beside it, which exists only if there are any. */
export async function runImport(command: ImportCommand): Promise<ImportOutcome> {
  const { source, stop, onProgress, ...job } = command;
  const startedAt = performance.now();
  const rejectedPath = rejectedFileName(source.path);
  // An earlier run may have left it.
  rmSync(rejectedPath, { force: true });
  let file: number | undefined;
  const rejectedRows = new RejectedRows(source.columns, (cells) => {
    file ??= openSync(rejectedPath, 'w');
    writeFileSync(file, stringify([cells], { delimiter: source.delimiter }));
  });
  const run = new ImportRun({
    ...job,
    rows: () => readRows(source),
    contentHash: source.contentHash,
    hash: (text) => createHash('sha256').update(text).digest('base64url'),
    rejectedRows,
    outlastsOutages: false,
  });
  stop.addEventListener('abort', () => run.stop(), { once: true });
  await run.work(() => onProgress(run.progress.done));
  if (file !== undefined) closeSync(file);
  const { progress } = run;
  const interruption = progress.done < source.rowCount ? new Error('Interrupted.') : undefined;
  return {
    ...progress,
    rejectedPath,
    durationMs: performance.now() - startedAt,
    stoppedBy: run.failure ?? interruption,
  };
}
