import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import { connect } from './database.ts';
import { toStorageError } from './failures.ts';
import { plan } from './migrate.ts';

const checkIntegrity = statement<readonly [message: string]>('PRAGMA integrity_check(1)');
const checkForeignKeys = statement<readonly unknown[]>('PRAGMA foreign_key_check');

/**
 * Writes a copy of a database file, as it is at one moment, to a path where nothing is yet. The file may be in use: its
 * readers and writers are not held up.
 * @throws StorageError
 */
export function copyFile(path: string, to: string): void {
  try {
    const connection = connect(path, 'write');
    try {
      // The copy holds hashes of keys and secrets of webhooks.
      closeSync(openSync(to, 'wx', 0o600));
      // Reads one snapshot, however many commits there are meanwhile. SQLite's backup interface begins again with each.
      connection.execute(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Checks that a file is a whole database of this program, of this release or an earlier one. @throws StorageError */
export function verifyFile(path: string): void {
  try {
    const connection = connect(path, 'read');
    try {
      if (plan(connection, path).from === 0) throw new StorageError(`${path} is not a petstore database`);
      const [problem] = connection.query(checkIntegrity, []);
      if (problem?.[0] !== 'ok') throw new StorageError(`the database file ${path} is damaged: ${problem?.[0]}`);
      if (connection.query(checkForeignKeys, []).length > 0) {
        throw new StorageError(`the database file ${path} is damaged: a row refers to one that does not exist`);
      }
    } finally {
      connection.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Gives a finished file its name, for good: it is there as a whole or not at all. @throws StorageError when the name is taken */
export function publishFile(path: string, name: string): void {
  flush(path);
  try {
    linkSync(path, name);
  } catch (error) {
    if (existsSync(name)) throw new StorageError(`${name} already exists`);
    throw toStorageError(error, name);
  }
  unlinkSync(path);
  flush(dirname(name));
}

/** Removes an unfinished file, with what SQLite keeps beside it. */
export function removeFile(path: string): void {
  for (const suffix of fileSuffixes) rmSync(path + suffix, { force: true });
}

/** What may lie beside a database file and belongs to it. */
const fileSuffixes = ['', '-wal', '-shm', '-journal'] as const;

/** The files of a database that are there. */
export function findFiles(path: string): string[] {
  return fileSuffixes.map((suffix) => path + suffix).filter((file) => existsSync(file));
}

export function fileSize(path: string): number {
  return statSync(path).size;
}

/** Waits until a file or folder is on the disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
