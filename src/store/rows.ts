import {
  erasableStatement,
  longStatement,
  type Param,
  placeholders,
  type Queryable,
  type Transaction,
  whereAll,
} from './statement.ts';
import type { Row, Table } from './tables.ts';

/** Up to `limit` rows of a table in the order of their keys: those after the key `after`, or the first ones. */
export async function findRows(db: Queryable, table: Table, after: Row | undefined, limit: number): Promise<Row[]> {
  const columns = Object.keys(table.columns).join(', ');
  const { clause, params } = rowsAfter(table, after);
  const order = table.key.join(', ');
  const text = `SELECT ${columns} FROM ${table.name}${clause} ORDER BY ${order} LIMIT $${params.push(BigInt(limit))}`;
  return await db.query(longStatement<Row>(text), params);
}

export async function countRows(db: Queryable, table: Table): Promise<number> {
  const { clause } = rowsAfter(table, undefined);
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM ${table.name}${clause}`);
  const [row] = await db.query(count, []);
  return Number(row?.[0]);
}

/** The time to prepare a statement grows with the square of this on SQLite. */
const maxParams = 1_000;

/**
 * Stores rows with all their columns. On PostgreSQL the statements travel together. On SQLite they overwrite what they free,
 * because some tables have personal data: for the others that costs nothing, as a copy frees nothing.
 */
export async function insertRows(tx: Transaction, table: Table, rows: readonly Row[]): Promise<void> {
  const { name, columns } = table;
  const width = Object.keys(columns).length;
  const height = Math.floor(maxParams / width);
  const inserted: unknown[] = [];
  for (let first = 0; first < rows.length; first += height) {
    const piece = rows.slice(first, first + height);
    const text = `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) VALUES ${placeholders(piece.length, width)}`;
    inserted.push(tx.query(erasableStatement<never>(text), piece.flat()));
  }
  await Promise.all(inserted);
}

/** Deletes up to `limit` rows of a table, and returns how many. */
export async function deleteRows(tx: Transaction, table: Table, limit: number): Promise<number> {
  const { clause } = rowsAfter(table, undefined);
  const key = table.key.join(', ');
  const text = `DELETE FROM ${table.name} WHERE (${key}) IN (SELECT ${key} FROM ${table.name}${clause} LIMIT $1) RETURNING 1`;
  return (await tx.query(erasableStatement<Row>(text), [BigInt(limit)])).length;
}

/** Row values compare from left to right, in the order in which rows are sorted by their key. */
function rowsAfter({ key, condition }: Table, after: Row | undefined): { clause: string; params: Param[] } {
  const conditions: string[] = [];
  if (condition !== undefined) conditions.push(condition);
  if (after !== undefined) conditions.push(`(${key.join(', ')}) > ${placeholders(1, key.length)}`);
  return { clause: whereAll(conditions), params: [...(after ?? [])] };
}
