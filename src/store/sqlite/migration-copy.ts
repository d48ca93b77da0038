import { readdirSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { formatBytes } from '../../lib/format-bytes.ts';
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import { copyFile, publishFile, removeAbandoned, removeFile, verifyFile } from './backup.ts';
import type { Connection } from './database.ts';

// A migration cannot be undone, so the file is copied before it. Older copies are removed.

/** How many copies are kept beside a database. */
const keptCopies = 2;

const readSize = statement<readonly [bytes: bigint]>(
  `SELECT (page_count - freelist_count) * page_size
   FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
);

/**
 * Writes a verified copy beside a file whose writes are locked, and returns its path.
 * @throws StorageError; then there is no copy
 */
export function copyBeforeMigration(connection: Connection, path: string, version: number): string {
  removeAbandoned(dirname(path), (name) => name.startsWith(`${basename(path)}.schema-`));
  requireRoom(path, Number(connection.query(readSize, [])[0]?.[0]));
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const copy = `${path}.schema-${version}.${time}Z.backup`;
  const partial = `${copy}.${process.pid}.partial`;
  try {
    copyFile(path, partial);
    verifyFile(partial);
    publishFile(partial, copy);
    return copy;
  } catch (error) {
    removeFile(partial);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(`${notMigrated(path)}: ${reason}`, { cause: error });
  }
}

/** Removes all but the newest copies. */
export function removeOldCopies(path: string): void {
  const times = new Map<string, string>();
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.schema-`)) continue;
    const [, time] = /\.schema-\d+\.(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup$/.exec(name) ?? [];
    if (time !== undefined) times.set(name, time);
  }
  const newestFirst = [...times].sort(([, one], [, other]) => (one < other ? 1 : -1));
  for (const [name] of newestFirst.slice(keptCopies)) removeFile(join(dirname(path), name));
}

function requireRoom(path: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(path));
  if (neededBytes <= bavail * bsize) return;
  throw new StorageError(
    `${notMigrated(path)}: a copy needs ${formatBytes(neededBytes)}, and ${formatBytes(bavail * bsize)} are free. ` +
      'Free some space, or make a backup elsewhere and run "petstore migrate --no-copy"',
  );
}

const notMigrated = (path: string) => `the database file ${path} was not migrated, because it cannot be copied before`;
