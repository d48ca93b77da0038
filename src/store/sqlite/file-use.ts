import { Database } from 'bun:sqlite';
import { errorCodeOf } from '../../lib/errors.ts';
import { StorageError } from '../store.ts';
import { isBusy } from './failures.ts';

const attempts = 10;
const attemptMs = 100;

/**
 * Keeps a file from all who would open it as a service does: without the mode of the write-ahead log, which SQLite leaves only when
 * nobody has the file open, and enters only when nobody reads it. A file that cannot be written to, or is no database, is not held.
 * @throws StorageError when another program has the file open
 */
export function holdFile(path: string): Disposable {
  const db = new Database(path, { create: false, readwrite: true });
  const release = () => {
    if (db.inTransaction) db.run('ROLLBACK');
    db.close();
  };
  for (let left = attempts; ; left--) {
    try {
      db.run('PRAGMA busy_timeout = 0');
      db.run('PRAGMA journal_mode = DELETE');
      db.run('BEGIN');
      db.query('SELECT count(*) FROM sqlite_master').values();
      return { [Symbol.dispose]: release };
    } catch (error) {
      if (!isBusy(error)) {
        if (!String(errorCodeOf(error)).startsWith('SQLITE_')) throw error;
        db.close();
        return { [Symbol.dispose]() {} };
      }
      if (left === 0) {
        db.close();
        throw new StorageError(`another program has ${path} open; stop the service, and run the same command again`);
      }
    }
    Bun.sleepSync(attemptMs);
  }
}
