import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { longStatement, type Param, placeholders, type Queryable, statement, type Transaction } from './statement.ts';
import type { Row, Table } from './tables.ts';

/** Up to `limit` rows of a table in the order of their keys: those behind the key `after`, or the first ones. */
export function findRows(db: Queryable, table: Table, after: Row | undefined, limit: number): MaybePromise<Row[]> {
  const columns = Object.keys(table.columns).join(', ');
  const { clause, params } = behind(table, after);
  const order = table.key.join(', ');
  const text = `SELECT ${columns} FROM ${table.name}${clause} ORDER BY ${order} LIMIT $${params.push(BigInt(limit))}`;
  return db.query(longStatement<Row>(text), params);
}

export function countRows(db: Queryable, table: Table): MaybePromise<number> {
  const { clause } = behind(table, undefined);
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM ${table.name}${clause}`);
  return andThen(db.query(count, []), ([row]) => Number(row?.[0]));
}

/** The time to prepare a statement grows with the square of this on SQLite. */
const maxParams = 1_000;

/** Stores rows with all their columns. On PostgreSQL the statements travel together. */
export async function insertRows(tx: Transaction, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const width = Object.keys(columns).length;
  const height = Math.floor(maxParams / width);
  const inserted: MaybePromise<unknown>[] = [];
  for (let first = 0; first < rows.length; first += height) {
    const piece = rows.slice(first, first + height);
    const text = `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) VALUES ${placeholders(piece.length, width)}`;
    inserted.push(tx.query(statement<never>(text), piece.flat()));
  }
  await Promise.all(inserted);
}

/** Removes up to `limit` of the rows behind the key `after`, or of all rows, and tells how many it were. */
export async function deleteRows(
  tx: Transaction,
  table: Table,
  after: Row | undefined,
  limit: number,
): Promise<number> {
  const { clause, params } = behind(table, after);
  const key = table.key.join(', ');
  const selected = `SELECT ${key} FROM ${table.name}${clause} ORDER BY ${key} LIMIT $${params.push(BigInt(limit))}`;
  const text = `DELETE FROM ${table.name} WHERE (${key}) IN (${selected}) RETURNING ${table.key[0]}`;
  return (await tx.query(statement<Row>(text), params)).length;
}

/** Rows of SQL are compared from left to right, as their sort order is. */
function behind({ key, condition }: Table, after: Row | undefined): { clause: string; params: Param[] } {
  const conditions: string[] = [];
  if (condition !== undefined) conditions.push(condition);
  if (after !== undefined)
    conditions.push(`(${key.join(', ')}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`);
  return { clause: conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`, params: [...(after ?? [])] };
}
