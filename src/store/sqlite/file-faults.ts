import { accessSync, closeSync, constants, existsSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StorageError } from '../store.ts';
import { findLogDamage, openExisting } from './write-ahead-log.ts';

// What SQLite would not report, or would report only after it has changed something. Other processes may use the database
// meanwhile: they write to its files, and the last one to close it removes the log and its index.

const restoreAdvice = 'put back the files as they were, or move them away and restore a backup with "petstore restore"';

/**
 * Checks that a database file and its write-ahead log belong together. The file may be missing or empty if it is new.
 * @throws StorageError
 */
export function requireCompleteFiles(path: string): void {
  const log = `${path}-wal`;
  const logBytes = sizeOf(log);
  if (sizeOf(path) === 0 && logBytes > 0) {
    // SQLite would delete the log.
    const state = existsSync(path) ? 'is empty' : 'does not exist';
    throw new StorageError(`the database file ${path} ${state}, but there are writes in ${log}; ${restoreAdvice}`);
  }
  if (logBytes === 0) {
    const lostPages = countLostPages(path);
    if (lostPages > 0) {
      throw new StorageError(
        `the write-ahead log ${log} is missing, and with it the newest writes (${lostPages} pages); ${restoreAdvice}. ` +
          `To go on without these writes, remove ${path}-shm`,
      );
    }
    return;
  }
  const damage = findLogDamage(log);
  if (damage === undefined) return;
  throw new StorageError(
    `the write-ahead log ${log} is damaged (${damage}); ${restoreAdvice}. ` +
      `To go on without the writes that cannot be read, move ${log} and ${path}-shm away`,
  );
}

/**
 * Checks that this user may write to a database, before SQLite creates a file beside it that stays unusable. A file that
 * is read and has no write-ahead log need not be writable.
 * @throws StorageError
 */
export function requireWritableFiles(path: string, mode: 'read' | 'write'): void {
  if (mode === 'read' && !usesLog(path)) return;
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (statusOf(file) !== undefined) requireWritable(file);
  requireWritable(dirname(resolve(path)));
}

function requireWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (cause) {
    if (statusOf(file) === undefined) return;
    const advice = file.endsWith('-shm')
      ? 'make it writable, or remove it while no program uses the database'
      : 'make it writable, or set another file with DATABASE_URL (or --database-url)';
    throw new StorageError(`this user may not write to ${file}; ${advice}`, { cause });
  }
}

/** The journal mode is in the header: 2 for a write-ahead log. */
function usesLog(path: string): boolean {
  return readBytes(path, 20)?.[18] === 2;
}

/**
 * The pages that were committed to a log that is missing or empty, and not yet copied to the database, according to the
 * index of the log.
 */
function countLostPages(path: string): number {
  const index = readBytes(`${path}-shm`, indexBytes);
  const lostPages = countUncopiedPages(index);
  if (lostPages === 0 || sizeOf(`${path}-wal`) > 0) return 0;
  // A process that empties or removes the log changes the index first.
  return index?.equals(readBytes(`${path}-shm`, indexBytes) ?? Buffer.alloc(0)) === true ? lostPages : 0;
}

/** The part of the index that says how much of the log is in use. */
const indexBytes = 100;

function countUncopiedPages(index: Buffer | undefined): number {
  if (index === undefined || index.length < indexBytes || index[12] !== 1) return 0;
  const fields = new DataView(index.buffer, index.byteOffset, index.length);
  const [committed, copied] = [fields.getUint32(16, isLittleEndian), fields.getUint32(96, isLittleEndian)];
  return Math.max(0, committed - copied);
}

/** The index is in the byte order of the machine. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The beginning of a file, `undefined` if it does not exist. */
function readBytes(path: string, length: number): Buffer | undefined {
  if (statusOf(path)?.isFile() !== true) return undefined;
  const file = openExisting(path);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
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
