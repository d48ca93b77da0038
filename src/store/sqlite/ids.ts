import { statement } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/** For tables with AUTOINCREMENT, whose count SQLite keeps in a table that has no key of its own. */
export const sqliteIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`),
  raise: (table) =>
    statement<never>(
      `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
       SELECT max(rowid), '${table}', max($1, coalesce(max(seq), 0)) FROM sqlite_sequence WHERE name = '${table}'`,
    ),
};
