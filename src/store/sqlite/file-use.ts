import { Database } from 'bun:sqlite';
import { errorCodeOf } from '../../lib/errors.ts';
import { StorageError } from '../store.ts';
import { isBusy } from './failures.ts';

const holdTimeoutMs = 1_000;
const maxRetryMs = 100;

/**
 * Keeps a file from all who would open it as a service does: without the mode of the write-ahead log, which SQLite leaves only when
 * nobody has the file open, and enters only when nobody reads it. A file that cannot be written to, or is no database, is not held.
 * @throws StorageError when another program has the file open
 */
export function holdFile(path: string): Disposable {
  const db = new Database(path, { create: false, readwrite: true });
  const endTransaction = () => void (db.inTransaction && db.run('ROLLBACK'));
  try {
    db.run('PRAGMA busy_timeout = 0');
    retryWhile(isBusy, holdTimeoutMs, () => {
      endTransaction();
      db.run('PRAGMA journal_mode = DELETE');
      db.run('BEGIN');
      db.query('SELECT count(*) FROM sqlite_master').values();
    });
  } catch (error) {
    endTransaction();
    db.close();
    if (isBusy(error)) {
      throw new StorageError(`another program has ${path} open; stop the service, and run the same command again`);
    }
    if (!String(errorCodeOf(error)).startsWith('SQLITE_')) throw error;
    return { [Symbol.dispose]() {} };
  }
  return {
    [Symbol.dispose]() {
      endTransaction();
      db.close();
    },
  };
}

/** Whether another process has a file with a log open. SQLite creates no file if it has. */
export function isInUse(path: string): boolean {
  using db = new Database(path, { create: false, readwrite: true });
  try {
    lockAlone(db);
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

export function lockAlone(db: Database): void {
  db.run('PRAGMA locking_mode = EXCLUSIVE');
  db.run('SELECT count(*) FROM sqlite_schema');
}

/** Repeats work that other processes hinder, where SQLite does not wait itself. */
export function retryWhile<Result>(
  isHindered: (error: unknown) => boolean,
  timeoutMs: number,
  work: () => Result,
): Result {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isHindered(error) || performance.now() > deadline) throw error;
      Bun.sleepSync(maxRetryMs * Math.random());
    }
  }
}
