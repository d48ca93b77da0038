import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCodeOf, messageOf } from '../../lib/errors.ts';
import { freeBytesAt } from '../../lib/system/disk.ts';
import { schemaVersion } from '../schema.ts';
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import { openConnection, withConnection } from './database.ts';
import { type FileUse, isFull, toStorageError } from './failures.ts';
import { requireCompleteFiles } from './file-faults.ts';
import { plan } from './migrate.ts';

const checkIntegrity = statement<readonly [message: string]>('PRAGMA integrity_check(1)');
const readAutoVacuum = statement<readonly [mode: bigint]>('PRAGMA auto_vacuum');
/** Without it a page can keep rows that VACUUM has moved to another page, from where nothing would erase them. */
const clearUnused = 'PRAGMA secure_delete = FAST';
const checkForeignKeys = statement<readonly unknown[]>('PRAGMA foreign_key_check');

/** The end of the name of a file that is not complete yet. */
const partialSuffix = /\.\d+\.partial$/;

/**
 * Copies one snapshot of a database file to a new file. Readers and writers of the database are not delayed.
 * @throws StorageError
 */
export function copyFile(path: string, to: string): void {
  try {
    // The copy holds hashes of keys and secrets of webhooks.
    closeSync(openSync(to, 'wx', 0o600));
  } catch (error) {
    throw new StorageError(`cannot write ${to.replace(partialSuffix, '')}: ${messageOf(error)}`, { cause: error });
  }
  try {
    // A backup need not be writable.
    withConnection(path, 'read', (connection) => {
      connection.execute('PRAGMA query_only = OFF');
      connection.execute('PRAGMA cache_size = -2000');
      // Of the copy: it can shrink by itself, which a file of an early release cannot. In any other file the statement
      // would write to the file itself, and wait for its lock.
      if (connection.query(readAutoVacuum, [])[0]?.[0] === 0n) connection.execute('PRAGMA auto_vacuum = INCREMENTAL');
      connection.execute(clearUnused);
      // SQLite's backup interface would start over with each commit of another process.
      connection.execute(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
    });
    // A service whose log was removed meanwhile may have more.
    requireCompleteFiles(path);
  } catch (error) {
    if (isFull(error))
      throw new StorageError(`cannot write ${to.replace(partialSuffix, '')}: the disk is full`, { cause: error });
    throw toStorageError(error, path);
  }
}

/**
 * Rewrites a database file without free space, so that it can shrink by itself from then on. Writes of services wait
 * meanwhile. @throws StorageError also when there is too little room for it; the file is then as it was
 */
export function compactFile(path: string): { before: number; after: number } {
  const before = fileSize(path);
  // The new pages are written to a temporary file, and from there to the write-ahead log.
  if (freeBytesAt(path) < 2 * before) {
    throw new StorageError(`not enough room to compact ${path}: up to ${2 * before} bytes are needed for a while`);
  }
  try {
    withConnection(path, 'write', (connection) => {
      if (plan(connection, path).from === 0) throw new StorageError(`${path} is not a petstore database`);
      connection.execute('PRAGMA auto_vacuum = INCREMENTAL');
      connection.execute(clearUnused);
      connection.execute('VACUUM');
      connection.execute('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  } catch (error) {
    throw toStorageError(error, path);
  }
  return { before, after: fileSize(path) };
}

/**
 * Checks that a file is an undamaged database of this release or an earlier one, with nothing else in it: whatever somebody else
 * has added would run with the reads and writes of this program. @throws StorageError
 */
export function verifyFile(path: string, use: FileUse = 'database'): void {
  const [file, advice] = use === 'backup' ? [`backup ${path}`, '; use another backup'] : [`database file ${path}`, ''];
  try {
    requireCompleteFiles(path);
    withConnection(path, 'read', (connection) => {
      // A page may have been made to look valid.
      connection.execute('PRAGMA cell_size_check = ON');
      const { from } = plan(connection, path, 'schema');
      if (from === 0) throw new StorageError(`${path} is not a petstore database`);
      if (use === 'backup' && from > schemaVersion) {
        throw new StorageError(`the ${file} was made by a newer release; restore it with that release`);
      }
      // Also compares the types of values with those of their columns.
      const [problem] = connection.query(checkIntegrity, []);
      if (problem?.[0] !== 'ok') throw new StorageError(`the ${file} is damaged: ${problem?.[0]}${advice}`);
      if (connection.query(checkForeignKeys, []).length > 0) {
        throw new StorageError(`the ${file} is damaged: a row refers to one that does not exist${advice}`);
      }
    });
  } catch (error) {
    throw toStorageError(error, path, use);
  }
}

/** Makes a file that has all data in itself, and needs no `-wal` beside it when it is opened. @throws StorageError */
export function makeStandalone(path: string): void {
  const connection = openConnection(path, 'write');
  try {
    connection.execute('PRAGMA journal_mode = DELETE');
  } catch (error) {
    throw toStorageError(error, path);
  } finally {
    connection.close();
  }
}

/** Flushes a file and renames it. @throws StorageError when the name is taken */
export function publishFile(path: string, name: string): void {
  flush(path);
  try {
    linkSync(path, name);
    unlinkSync(path);
  } catch {
    if (existsSync(name)) throw new StorageError(`${name} already exists`);
    // Some file systems, such as FAT and network shares, have no hard links.
    renameSync(path, name);
  }
  flush(dirname(name));
}

/**
 * Removes what killed processes have left unfinished in a folder: files with names such as `NAME.PID.partial`, where
 * `isOurs` accepts NAME. The caller must not be writing one: those with its own process id are removed, too, because in a
 * container each run of the program is process 1.
 */
export function removeAbandoned(folder: string, isOurs: (name: string) => boolean): void {
  for (const file of readdirSync(folder)) {
    const [, name = '', pid] = /^(.+)\.(\d+)\.partial(?:-\w+)?$/.exec(file) ?? [];
    if (pid !== undefined && isOurs(name) && !isRunning(Number(pid))) rmSync(join(folder, file));
  }
}

/** Whether another process has this id. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return errorCodeOf(error) === 'EPERM';
  }
}

/** Removes a database file with the files that belong to it. */
export function removeFile(path: string): void {
  for (const suffix of fileSuffixes) rmSync(path + suffix, { force: true });
}

/** The suffixes of the files that belong to a database. */
const fileSuffixes = ['', '-wal', '-shm', '-journal'] as const;

export function findFiles(path: string): string[] {
  return fileSuffixes.map((suffix) => path + suffix).filter((file) => existsSync(file));
}

/** The bytes of a database with its write-ahead log. */
export function sizeOfFiles(path: string): number {
  return findFiles(path).reduce((sum, file) => sum + fileSize(file), 0);
}

export function fileSize(path: string): number {
  return statSync(path).size;
}

/** Flushes a file or folder to disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
