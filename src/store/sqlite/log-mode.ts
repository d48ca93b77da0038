import { constants, Database } from 'bun:sqlite';
import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { isBusy } from './failures.ts';
import { lockAlone, retryWhile } from './file-use.ts';
import { usesLog } from './write-ahead-log.ts';

// While a file is in use its header says that it has a write-ahead log. Whoever closes it last removes the log and leaves the mode:
// a log that is beside it later is that of another file.

/** What a file of petstore has as `PRAGMA application_id`. */
export const applicationId = 0x70657473;

/** Opens a file. Closing it, which happens at each exit of the process, too, leaves its log: only `endLog` removes that. */
export function openFile(path: string, options: ConstructorParameters<typeof Database>[1]): Database {
  const db = new Database(path, options);
  db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
  return db;
}

/** Makes a file use a log. */
export function beginLog(path: string): void {
  using db = openFile(path, { create: false, readwrite: true });
  db.run('PRAGMA busy_timeout = 5000');
  switchToWriteAheadLog((sql) => void db.run(sql));
}

/** Several processes may do so at once, and one may read all of a file that was closed, for a backup. */
export function switchToWriteAheadLog(execute: (sql: string) => void): void {
  retryWhile(isBusy, 60_000, () => execute('PRAGMA journal_mode = WAL'));
}

/**
 * A connection that keeps the log and its index: while it is open, closing the others does not remove what has their names,
 * which can be other files, and does not copy the log to the file. It cannot do so itself.
 */
export function openGuard(path: string): Database {
  const guard = openFile(path, { readonly: true });
  guard.run('PRAGMA busy_timeout = 5000');
  // Opens the log.
  guard.query('SELECT count(*) FROM sqlite_schema').values();
  return guard;
}

/** Copies the log to a file that nobody has open, and removes it, with the mode. */
export function endLog(path: string): void {
  if (!usesLog(path)) return;
  try {
    using db = new Database(path, { create: false, readwrite: true });
    lockAlone(db);
    // The mode of another program's file stays.
    if (db.query('PRAGMA application_id').values()[0]?.[0] === applicationId) db.run('PRAGMA journal_mode = DELETE');
    rmSync(pathsOf(path)[2], { force: true });
  } catch {}
}

/** Where SQLite has the log and its index: beside the file that a symbolic link names. */
export function pathsOf(path: string): readonly [file: string, log: string, index: string] {
  const real = existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  return [path, `${real}-wal`, `${real}-shm`];
}
