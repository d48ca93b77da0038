import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Param, type Queryable, type Statement, statement, type Transaction } from './statement.ts';
import type { Row } from './tables.ts';

// Functions that run one statement each, with its parameters in its order.

type Sql = string | Statement<Row>;

/** The decoding edge: a text of SQL does not tell the types of its columns, which the reader beside it knows. */
type ReadRow<Found> = (row: never) => Found;

/** A write. */
export function execute<Params extends readonly Param[]>(
  sql: Sql,
): (tx: Transaction, ...params: Params) => Promise<void> {
  const run = toStatement(sql);
  return async (tx, ...params) => void (await tx.query(run, params));
}

/** The first row. */
export function oneRow<Params extends readonly Param[], Found>(
  sql: Sql,
  read: ReadRow<Found>,
): (db: Queryable, ...params: Params) => MaybePromise<Found | undefined> {
  const find = toStatement(sql);
  return (db, ...params) => andThen(db.query(find, params), ([row]) => row && read(row as never));
}

/** All rows. */
export function allRows<Params extends readonly Param[], Found>(
  sql: Sql,
  read: ReadRow<Found>,
): (db: Queryable, ...params: Params) => Promise<Found[]> {
  const find = toStatement(sql);
  return async (db, ...params) => (await db.query(find, params)).map((row) => read(row as never));
}

/** The integer that is the first column of the first row; 0 without a row. */
export function oneInteger<Params extends readonly Param[]>(
  sql: Sql,
): (db: Queryable, ...params: Params) => Promise<bigint> {
  const find = oneRow<Params, bigint | null>(sql, firstColumn);
  return async (db, ...params) => (await find(db, ...params)) ?? 0n;
}

/**
 * Deletes up to `limit` rows of a period (epoch ms, inclusive), the oldest first, by a statement that returns their times.
 * Returns where to continue: a time before which there are none; `undefined` if there are no more.
 */
export function deleteOldest(sql: string) {
  const remove = statement<readonly [at: bigint]>(sql);
  return async (tx: Transaction, { from, to, limit }: { from: bigint; to: bigint; limit: number }) => {
    const times = (await tx.query(remove, [from, to, BigInt(limit)])).map(firstColumn);
    return times.length < limit ? undefined : times.toSorted((one, other) => (one < other ? -1 : 1)).at(-1);
  };
}

/** Reads rows with one column. */
export const firstColumn = <Value>([value]: readonly [Value]): Value => value;

/**
 * Reads rows with these columns as objects, whose members are named after the columns in camel case. A member is missing
 * where the column is NULL, unless NULL is kept.
 */
export function asObject<Found>(columns: string, { keepsNull = false } = {}): (row: Row) => Found {
  const names = columns
    .split(/,\s+/)
    .map((name) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()));
  return (row) => {
    const found: Record<string, Param> = {};
    for (let index = 0; index < names.length; index++) {
      const [name = '', value = null] = [names[index], row[index]];
      if (keepsNull || value !== null) found[name] = value;
    }
    return found as Found;
  };
}

function toStatement(sql: Sql): Statement<Row> {
  return typeof sql === 'string' ? statement(sql) : sql;
}
