import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../lib/errors.ts';
import { formatBytes } from '../../lib/format.ts';
import { freeBytesAt } from '../../lib/system/disk.ts';
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import { copyFile, fileSize, publishFile, removeAbandoned, removeFile, verifyFile } from './backup.ts';
import type { FileConnection } from './database.ts';
import { isFull, toStorageError } from './failures.ts';

// A migration cannot be undone, so the file is copied before it. Until the migration is committed the name of the copy ends in
// `.unfinished`: a process that is killed leaves it, and the next attempt removes it. Older copies are removed.

const keptCopies = 2;

const readSize = statement<readonly [bytes: bigint]>(
  `SELECT (page_count - freelist_count) * page_size
   FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
);

const unfinished = '.unfinished';

/**
 * Writes a verified copy beside a file whose writes are locked, and returns its path, which ends in `.unfinished`.
 * @throws StorageError; then there is no copy
 */
export function copyBeforeMigration(connection: FileConnection, path: string, version: number): string {
  removeAbandoned(dirname(path), (name) => name.startsWith(`${basename(path)}.schema-`));
  requireRoom(path, Number(connection.query(readSize, [])[0]?.[0]));
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const copy = `${path}.schema-${version}.${time}Z.backup`;
  const partial = `${copy}.${process.pid}.partial`;
  try {
    copyFile(path, partial);
    verifyFile(partial);
    publishFile(partial, copy + unfinished);
    return copy + unfinished;
  } catch (error) {
    removeFile(partial);
    throw new StorageError(`${notMigrated(path)}: ${messageOf(error)}`, { cause: error });
  }
}

/** They are of attempts that were rolled back: the file still has the version from before. */
export function removeUnfinishedCopies(path: string): void {
  for (const { file, isFinished } of findCopies(path)) if (!isFinished) removeFile(file);
}

/** The path of a copy when its migration is committed. */
export const finishedName = (copy: string) => copy.slice(0, -unfinished.length);

/** Gives the copy of a file that is migrated its name, if it has not got it yet, and removes all copies but the newest. */
export function keepMigrationCopy(path: string): void {
  const copies = findCopies(path).toSorted((one, other) => (one.time < other.time ? 1 : -1));
  const copy = copies.find(({ isFinished }) => !isFinished)?.file;
  // Another process that starts at the same time may have done it.
  if (copy === undefined) return;
  if (existsSync(copy)) renameSync(copy, finishedName(copy));
  for (const { file } of copies.slice(keptCopies)) removeFile(file);
}

interface Copy {
  readonly file: string;
  readonly time: string;
  readonly isFinished: boolean;
}

function findCopies(path: string): Copy[] {
  const copies: Copy[] = [];
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.schema-`)) continue;
    const [, time, end] = /\.schema-\d+\.(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup(\.unfinished)?$/.exec(name) ?? [];
    if (time !== undefined) copies.push({ file: join(dirname(path), name), time, isFinished: end === undefined });
  }
  return copies;
}

function requireRoom(path: string, neededBytes: number): void {
  const freeBytes = freeBytesAt(path);
  if (neededBytes <= freeBytes) return;
  throw new StorageError(
    `${notMigrated(path)}: a copy needs ${formatBytes(neededBytes)}, and ${formatBytes(freeBytes)} are free. ` +
      'Free some space, or make a backup elsewhere and run "petstore migrate --no-copy"',
  );
}

const notMigrated = (path: string) => `the database file ${path} was not migrated, because it cannot be copied before`;

/** Says that a failed migration has changed nothing, and what one needs. */
export function explainFailedMigration(error: unknown, path: string): StorageError {
  const { message, cause } = toStorageError(error, path);
  const room =
    `; for a while a migration needs up to six times the size of the file, which is ${formatBytes(fileSize(path))}, and ` +
    `${formatBytes(freeBytesAt(path))} are free`;
  return new StorageError(
    `${message}${isFull(cause) ? room : ''}. The file was not migrated, and nothing in it was changed`,
    { cause: error },
  );
}
