import { constants, Database } from 'bun:sqlite';
import { existsSync, lstatSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { statement } from '../statement.ts';
import { logMarkSetting } from '../tables.ts';
import { isBusy } from './failures.ts';
import { lockAlone, retryWhile } from './file-use.ts';
import { findForeignTriggers, readObjects } from './schema-faults.ts';
import { usesLog } from './write-ahead-log.ts';

// While a file is in use its header says that it has a write-ahead log, and it has a mark. Whoever closes it last removes both:
// a log that is beside it later is that of another file, and a file with the mark needs its log.

/** Differs after each start of the machine; empty where the system has none. */
export const bootId = readBootId();

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

/** Whether a file is marked, read without a log: that beside it may be the log of another file. */
export function isMarked(path: string): boolean {
  try {
    const url = `${pathToFileURL(resolve(path))}?immutable=1`;
    using db = new Database(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
    db.run('PRAGMA trusted_schema = OFF');
    // A view would run what somebody else has written.
    if (findForeignTriggers(readObjects(db, " WHERE name = 'settings' COLLATE NOCASE"), []).length > 0) return false;
    const [row] = db.query(`SELECT value FROM settings WHERE name = '${logMarkSetting}'`).values();
    return row?.[0] === bootId && bootId !== '';
  } catch {
    // A power cut may have left a part of a checkpoint.
    return false;
  }
}

/** Opens a file. Closing it, which happens at each exit of the process, too, leaves its log: only `endLog` removes that. */
export function openFile(path: string, options: ConstructorParameters<typeof Database>[1]): Database {
  const db = new Database(path, options);
  db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
  return db;
}

/** Makes a file use a log, with a mark of this start of the machine: a power cut may leave an old index, or an old list of files. */
export function beginLog(path: string): void {
  using db = openFile(path, { create: false, readwrite: true });
  db.run('PRAGMA busy_timeout = 5000');
  // The file itself needs it before there is a log.
  if (!isMarked(path)) db.run(setMark.text, [bootId]);
  switchToWriteAheadLog((sql) => void db.run(sql));
  db.run('PRAGMA wal_checkpoint(PASSIVE)');
}

export const setMark = statement<never>(
  `INSERT INTO settings (name, value) VALUES ('${logMarkSetting}', $1)
   ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
);

/** Says that the file is complete without a log. */
export const removeMark = statement<never>(`DELETE FROM settings WHERE name = '${logMarkSetting}'`);

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

/** Copies the log to a file that nobody has open, and removes it, with the mark and the mode. */
export function endLog(path: string): void {
  if (!usesLog(path)) return;
  try {
    using db = new Database(path, { create: false, readwrite: true });
    lockAlone(db);
    if (isMarked(path)) {
      db.run(removeMark.text);
      db.run('PRAGMA journal_mode = DELETE');
    }
    rmSync(pathsOf(path)[2], { force: true });
  } catch {}
}

/** Where SQLite has the log and its index: beside the file that a symbolic link names. */
export function pathsOf(path: string): readonly [file: string, log: string, index: string] {
  const real = existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  return [path, `${real}-wal`, `${real}-shm`];
}
