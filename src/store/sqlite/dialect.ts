import { type Seek, statement } from '../statement.ts';
import type { IdStatements } from '../store.ts';

/** An index of SQLite ends with the row's id: for one value of its columns, its rows are in the order of ids. */
export const seek: Seek = (column, value, after, params, { id = 'id', upTo } = {}) => {
  const conditions = [`${column} = $${params.push(value)}`];
  if (after !== undefined) conditions.push(`${id} > $${params.push(after)}`);
  if (upTo !== undefined) conditions.push(`${id} <= $${params.push(upTo)}`);
  return { condition: conditions.join(' AND '), order: id };
};

/** For tables with AUTOINCREMENT. The table in which SQLite stores their last ids has no unique key. */
export const sqliteIds: IdStatements = {
  highest: (table) => statement<readonly [bigint]>(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`),
  raise: (table) =>
    statement<never>(
      `INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq)
       SELECT max(rowid), '${table}', max($1, coalesce(max(seq), 0)) FROM sqlite_sequence WHERE name = '${table}'`,
    ),
};
