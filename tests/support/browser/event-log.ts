import { Database } from 'bun:sqlite';
import type { ScratchDatabase } from '../engines.ts';

/** Changes an SQLite database that a server is using, in a single transaction. */
export function runBeside({ url }: Pick<ScratchDatabase, 'url'>, ...statements: string[]): void {
  const db = new Database(url.replace(/^sqlite:/, ''));
  db.run('PRAGMA busy_timeout = 20000');
  db.transaction(() => {
    for (const statement of statements) db.run(statement);
  }).immediate();
  db.close();
}

/** Adds `count` events that concern no animal, with ids up to `last`, the last of them at `at`. */
export function makeEvents(database: ScratchDatabase, count: number, last: number, at: Date): void {
  runBeside(
    database,
    `WITH RECURSIVE ids (id) AS (SELECT ${last - count + 1} UNION ALL SELECT id + 1 FROM ids WHERE id < ${last})
     INSERT INTO events (id, type, at, name, category_id)
     SELECT id, 'category.updated', ${at.getTime()} - ${last} + id, 'Dogs', 1 FROM ids`,
    `INSERT OR REPLACE INTO event_marks (name, event_id) VALUES ('inventory', ${last})`,
  );
}
