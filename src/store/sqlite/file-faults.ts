import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { explainRefusal } from '../../lib/disk.ts';
import { StorageError } from '../store.ts';
import { isOpenHere } from './database.ts';
import { findMarks, isOfThisBoot, mayBeTorn, readMark } from './log-mark.ts';
import {
  isIndexOf,
  type LogContents,
  type LogIndex,
  type Read,
  readLog,
  readLogIndex,
  usesLog,
} from './write-ahead-log.ts';

// What SQLite would not report, or would report only after it has changed something. Other processes may use the database
// meanwhile: they write to its files, and the last one to close it removes the log and its index.

const restoreAdvice = 'put back the files as they were, or move them away and restore a backup with "petstore restore"';

/**
 * Checks that a database file and its write-ahead log are complete and belong together. The file may be missing or empty if
 * it is new. A file that this process has open was checked before: closing the files that are read here would end its locks.
 *
 * @param read for tests, which write between two reads of the log
 * @throws StorageError
 */
export function requireCompleteFiles(path: string, read?: Read): void {
  if (isOpenHere(path)) return;
  const fault = findFault(path, read);
  if (fault === undefined) return;
  Bun.sleepSync(otherWritesMs);
  const again = findFault(path, read);
  if (again?.at === fault.at) throw new StorageError(again.message);
}

/** Longer than another process takes to copy a log to the file. What it does may look like a fault meanwhile. */
const otherWritesMs = 50;

interface Fault {
  readonly message: string;
  /** Where it was found: another place if it was only a write of another process. */
  readonly at: string;
}

function findFault(path: string, read: Read | undefined): Fault | undefined {
  const [logPath, indexPath] = [`${path}-wal`, `${path}-shm`];
  const index = readLogIndex(indexPath);
  if (sizeOf(logPath) === 0) {
    // A process that empties or removes the log changes the index first.
    if (index === undefined || index.frames <= index.copied) return undefined;
    // Nobody flushes the index: a power cut may have left an old one, also beside a file without a mark.
    if (!isOfThisBoot(readMark(path) ?? '')) return undefined;
    const message =
      `the write-ahead log ${logPath} is missing, and with it the newest writes (${index.frames - index.copied} pages); ` +
      `${restoreAdvice}. To go on without these writes, remove ${indexPath}`;
    return { message, at: index.salts.toString('hex') };
  }
  if (sizeOf(path) === 0) {
    // SQLite would delete the log.
    const state = existsSync(path) ? 'is empty' : 'does not exist';
    const message = `the database file ${path} ${state}, but there are writes in ${logPath}; ${restoreAdvice}`;
    return { message, at: path };
  }
  const own = readMark(path);
  const marks = new Set<string>();
  const visit = (page: Buffer) => {
    for (const id of findMarks(page)) marks.add(id);
  };
  // Read after the index and the file, it has all that they rely on.
  const log = readLog(logPath, visit, read);
  const fault = log && findFaultOfLog(log, { path, index, own, marks });
  if (log === undefined || fault === undefined) return undefined;
  return { message: `the write-ahead log ${logPath} ${fault}`, at: `${log.header.toString('hex')} ${log.damage?.at}` };
}

interface Companions {
  readonly path: string;
  readonly index: LogIndex | undefined;
  /** The id of the mark in the file. */
  readonly own: string | undefined;
  /** Those in the log. */
  readonly marks: ReadonlySet<string>;
}

function findFaultOfLog(log: LogContents, { path, index, own, marks }: Companions): string | undefined {
  const goOn = `move ${path}-wal and ${path}-shm away`;
  if (log.damage !== undefined) {
    return `is damaged (${log.damage.message}); ${restoreAdvice}. To go on without the writes that cannot be read, ${goOn}`;
  }
  if (own !== undefined && marks.size > 0 && !marks.has(own) && !mayBeTorn(path, own, marks)) {
    return (
      `belongs to another file, or another state of it, than ${path}; ${restoreAdvice}. To take ${path} as it is, ` +
      `without the writes in the log, stop all programs that use it, and ${goOn}`
    );
  }
  if (index === undefined || !isIndexOf(index, log.header) || index.frames <= log.frames) return undefined;
  // After a restart of the machine this is what a power cut may have left.
  if (![own ?? '', ...marks].some(isOfThisBoot)) return undefined;
  return (
    `was cut off, and the newest writes are missing (${index.frames - log.frames} pages); ${restoreAdvice}. ` +
    `To go on without these writes, ${log.frames < index.copiedAtMost ? goOn : `remove ${path}-shm`}`
  );
}

/**
 * Checks that this user may write to a database, before SQLite creates a file beside it that stays unusable. A file that
 * is read and has no write-ahead log need not be writable.
 * @throws StorageError
 */
export function requireWritableFiles(path: string, mode: 'read' | 'write'): void {
  if (mode === 'read' && !isOpenHere(path) && !usesLog(path)) return;
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (statusOf(file) !== undefined) requireWritable(file);
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
