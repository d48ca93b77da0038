import { Database } from 'bun:sqlite';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Overwrites the first page of a table, also while the file is in use. */
export function damagePage(path: string, table: string): void {
  const db = new Database(path);
  const [page] = db.query('SELECT rootpage FROM sqlite_master WHERE name = ?').values(table).flat();
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 4_096 * (Number(page) - 1));
  closeSync(file);
}
