import { createHash } from 'node:crypto';
import type { Mapping } from '../../../client/import/mapping.ts';
import { type Client, type NewPet, NoAnswerError, PetstoreError } from '../../../client/index.ts';
import { stringifyJson } from '../../../client/json.ts';
import { RejectedRows } from './rejected-rows.ts';
import { readRows, type SourceFile, type SourceRow } from './source-file.ts';

export interface ImportJob {
  source: SourceFile;
  mapping: Mapping;
  client: Client;
  /** Requests that are under way at one time. */
  concurrency: number;
  /** Ends the import: no further row is begun, those under way are finished. */
  stop: AbortSignal;
  onProgress: (doneRows: number) => void;
}

export interface ImportOutcome {
  imported: number;
  /** Rows that an earlier run had imported. */
  alreadyThere: number;
  rejected: number;
  /** Where the rejected rows are, if there are any. */
  rejectedPath: string;
  durationMs: number;
  /** Why the import ended before the end of the file. */
  stoppedBy: Error | undefined;
}

/** Refusals that concern the row alone; after every other one the next rows would fare no better. */
const rowStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Imports the rows of a file. The idempotency key of a row follows from the file's bytes, the row's place and the
 * animal made of it: however often a run is broken off and begun again, a row is added once.
 */
export async function runImport(job: ImportJob): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const run = new ImportRun(job);
  try {
    await run.allRows();
  } finally {
    run.rejectedRows.close();
  }
  const { imported, alreadyThere, rejectedRows, failure } = run;
  return {
    imported,
    alreadyThere,
    rejected: rejectedRows.count,
    rejectedPath: rejectedRows.path,
    durationMs: performance.now() - startedAt,
    stoppedBy: failure ?? (job.stop.aborted && run.isCutShort ? new Error('Interrupted.') : undefined),
  };
}
