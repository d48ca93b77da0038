import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { explainRefusal } from '../../lib/disk.ts';
import { StorageError } from '../store.ts';
import { isOpenHere } from './database.ts';
import { isInUse, isMarked, pathsOf } from './log-mode.ts';
import { readLog, readLogIndex, usesLog } from './write-ahead-log.ts';

// What SQLite would not report, or would report only after it has changed something. Other processes may use the database
// meanwhile: they write to its files, and the last one to close it removes the log and its index.
// docs/decisions/0032-file-and-log.md

/** Longer than another process takes to copy a log to the file. What it does may look like a fault meanwhile. */
const otherWritesMs = 50;
const inUse = 'was removed while another process has the database open';

/**
 * Checks that a database file and its write-ahead log are complete and belong together. The file may be missing or empty if
 * it is new. A file that this process has open was checked before: closing the files that are read here would end its locks.
 * @throws StorageError
 */
export function requireCompleteFiles(path: string): void {
  if (isOpenHere(path)) return;
  const fault = findFault(path);
  // Processes that look for each other at the same time would all find somebody.
  for (let looks = fault?.what === inUse ? 5 : 1; fault !== undefined && looks > 0; looks--) {
    Bun.sleepSync(otherWritesMs * (1 + Math.random()));
    if (findFault(path)?.at !== fault.at) return;
  }
  if (fault !== undefined) throw new StorageError(describe(fault));
}

interface Fault {
  readonly file: string;
  readonly what: string;
  /** Where it was found: another place if it was only a write of another process. */
  readonly at: string;
  /** What to do to go on without the writes that are missing. */
  readonly goOn?: string;
}

function describe({ file, what, goOn }: Fault): string {
  const keep = 'and remove none of its files';
  if (what === inUse) {
    return `${file} ${what}: if it is the service, stop it with SIGTERM, which writes what it has, ${keep}; then start it again`;
  }
  return (
    `${file} ${what}: if the service runs, stop it with SIGTERM, ${keep}; its log says whether it still has all writes. Otherwise put back the files as they were, or move them away and restore a ` +
    `backup with "petstore restore"${goOn === undefined ? '' : `. To go on without the writes in question, ${goOn}`}`
  );
}

function findFault(path: string): Fault | undefined {
  const [, log, index] = pathsOf(path);
  const fault = findFaultOfLog(path);
  if (fault !== undefined) return fault;
  const missing = [log, index].find((file) => !existsSync(file));
  if (missing === undefined || !usesLog(path) || !isInUse(path)) return undefined;
  return { file: missing, what: inUse, at: missing };
}

function findFaultOfLog(path: string): Fault | undefined {
  const [, logPath, indexPath] = pathsOf(path);
  const index = readLogIndex(indexPath);
  const isNeeded = isMarked(path);
  const isIndexCurrent = index !== undefined && index.frames > 0 && isNeeded;
  const file = `the write-ahead log ${logPath}`;
  const isCutOff = sizeOf(path) === 0 && existsSync(path) && existsSync(indexPath);
  if (sizeOf(path) === 0 && (isCutOff || sizeOf(logPath) > 0)) {
    // SQLite would delete the log.
    const state = existsSync(path) ? 'is empty' : 'does not exist';
    const writes = sizeOf(logPath) > 0 ? `there are writes in ${logPath}` : `was in use: it has ${indexPath}`;
    return { file: `the database file ${path}`, what: `${state}, but ${writes}`, at: path };
  }
  if (sizeOf(logPath) === 0) {
    // A process that empties or removes the log changes the index first, and whoever closes a file the mark in it.
    const pages = isIndexCurrent ? index.frames - index.copied : 0;
    const isComplete = existsSync(logPath) || isIndexCurrent || !usesLog(path) || !isNeeded;
    if (pages <= 0 && isComplete) return undefined;
    const what = `is missing, and with it the newest writes${pages > 0 ? ` (${pages} pages)` : ''}`;
    const goOn = pages > 0 ? `remove ${indexPath}, and create an empty ${logPath}` : `create an empty ${logPath}`;
    return { file, what, at: `${index?.salts.toString('hex')}`, goOn };
  }
  const isClosed = !usesLog(path) && !existsSync(`${path}-journal`);
  // Read after the index and the file, it has all that they rely on.
  const log = readLog(logPath);
  if (log === undefined) return undefined;
  const { salts, frames = 0 } = log;
  const fault = { file, at: salts.toString('hex'), goOn: `move ${logPath} and ${indexPath} away` };
  if (log.frames === undefined) return { ...fault, what: 'is damaged: its header is unreadable' };
  const isOfIndex = index?.salts.equals(salts) === true;
  if ((isClosed && frames > 0) || (isIndexCurrent && !isOfIndex)) {
    return { ...fault, what: `belongs to another file, or another state of it, than ${path}` };
  }
  if (!isOfIndex || index.frames <= frames) return undefined;
  const what = `was cut off or is damaged: it lacks the newest writes (${index.frames - frames} pages)`;
  return { ...fault, what, ...(frames >= index.copiedAtMost && { goOn: `remove ${indexPath}` }) };
}

/**
 * Checks that this user may write to a database, before SQLite creates a file beside it that stays unusable. A file that
 * is read and has no write-ahead log need not be writable.
 * @throws StorageError
 */
export function requireWritableFiles(path: string, mode: 'read' | 'write'): void {
  if (mode === 'read' && !isOpenHere(path) && !usesLog(path)) return;
  for (const file of pathsOf(path)) if (statusOf(file) !== undefined) requireWritable(file);
  requireWritable(dirname(resolve(path)));
}

function requireWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (cause) {
    if (statusOf(file) === undefined) return;
    const advice = file.endsWith('-shm')
      ? 'remove it while no program uses the database'
      : 'set another file with DATABASE_URL (or --database-url)';
    throw new StorageError(`${explainRefusal(cause, file)}, or ${advice}`, { cause });
  }
}

function sizeOf(path: string): number {
  const status = statusOf(path);
  return status?.isFile() === true ? status.size : 0;
}

/** `undefined` where there is no file, also where a part of the path is a file. */
function statusOf(path: string): Stats | undefined {
  return existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
}
