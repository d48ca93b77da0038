import { statSync } from 'node:fs';
import type { Outcome } from '../../errors/outcome.ts';
import { type Statement, statement } from '../statement.ts';
import type { FileSizes } from '../store.ts';
import type { FileConnection } from './database.ts';
import { beginWriting, failure, requireInPlace, rollBack } from './writer.ts';

/** How long a checkpoint waits for readers and other writers. Writes wait with it. */
const checkpointWaitMs = 20;
/** The work in one transaction of `shrink`. Other writes wait for it, and for its commit. */
const shrinkMs = 10;
/** Of pages, between looks at the time. Moving one can change several others. */
const shrinkStep = 16;

const checkpointAndTruncate = statement<readonly [isBusy: bigint]>('PRAGMA wal_checkpoint(TRUNCATE)');
const vacuumSome = statement<never>(`PRAGMA incremental_vacuum(${shrinkStep})`);
const commit = statement<never>('COMMIT');
const pageCount = statement<readonly [bigint]>('PRAGMA page_count');
const freePageCount = statement<readonly [bigint]>('PRAGMA freelist_count');
const pageSize = statement<readonly [bigint]>('PRAGMA page_size');
const autoVacuum = statement<readonly [bigint]>('PRAGMA auto_vacuum');

const incremental = 2;

/** What the writer thread does to a file between transactions. */
export type MaintenanceTask = { task: 'checkpoint' } | { task: 'shrink'; keptBytes: number };

/** Runs a task on the connection of the writer thread, which does not wait for locks by itself. */
export function runMaintenance(connection: FileConnection, task: MaintenanceTask): Outcome {
  try {
    requireInPlace(connection);
  } catch (error) {
    return failure(error);
  }
  try {
    return { output: task.task === 'checkpoint' ? checkpoint(connection) : shrink(connection, task.keptBytes) };
  } catch (error) {
    rollBack(connection);
    return failure(error);
  }
}

/**
 * Moves the write-ahead log to the database and truncates it. Returns whether it could: not while a reader needs an old
 * snapshot. @throws SQLiteError when the disk fails
 */
function checkpoint(connection: FileConnection): boolean {
  connection.execute(`PRAGMA busy_timeout = ${checkpointWaitMs}`);
  try {
    return connection.query(checkpointAndTruncate, [])[0]?.[0] === 0n;
  } finally {
    connection.execute('PRAGMA busy_timeout = 0');
  }
}

/**
 * Gives free pages back to the file system, for some milliseconds and except for so many bytes. Returns whether it has given
 * back any; never for a file made by an early release, which has to be compacted once.
 */
function shrink(connection: FileConnection, keptBytes: number): boolean {
  if (count(connection, autoVacuum) !== incremental) return false;
  beginWriting(connection);
  const deadline = performance.now() + shrinkMs;
  const keptPages = keptBytes / count(connection, pageSize) + shrinkStep;
  const before = count(connection, freePageCount);
  let after = before;
  while (after > keptPages && performance.now() < deadline) {
    connection.query(vacuumSome, []);
    after = count(connection, freePageCount);
  }
  connection.query(commit, []);
  return after < before;
}

/** The sizes of the file at `path` and of its write-ahead log. */
export function measureFile(db: Pick<FileConnection, 'query'>, path: string): FileSizes {
  const size = count(db, pageSize);
  return {
    sizeBytes: count(db, pageCount) * size,
    freeBytes: count(db, freePageCount) * size,
    walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
  };
}

function count(db: Pick<FileConnection, 'query'>, pragma: Statement<readonly [bigint]>): number {
  return Number(db.query(pragma, [])[0]?.[0] ?? 0n);
}
