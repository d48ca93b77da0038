import { type Seek, statement } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/** An index of SQLite ends in the row's id: with one value for its columns its rows come in the order of the ids. */
export const seek: Seek = (column, value, after, params) => {
  const condition = `${column} = $${params.push(value)}`;
  return { condition: after === undefined ? condition : `${condition} AND id > $${params.push(after)}`, order: 'id' };
};

/** For tables with AUTOINCREMENT, whose count SQLite keeps in a table that has no key of its own. */
export const sqliteIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`),
  raise: (table) =>
    statement<never>(
      `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
       SELECT max(rowid), '${table}', max($1, coalesce(max(seq), 0)) FROM sqlite_sequence WHERE name = '${table}'`,
    ),
};
