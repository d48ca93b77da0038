import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { longStatement, type Param, type Queryable, type Reader, statement } from './statement.ts';

/** A piece of a list in ascending order: at most `limit` entries, all with an id above `after`. */
export interface PageRange {
  after: bigint | undefined;
  limit: number;
}

/** Which rows of a table a list has. */
export interface Selection {
  table: string;
  columns: string;
  /** What a row must meet, in SQL. A place `$n` stands for an entry of `params`, and for none further behind. */
  conditions?: readonly string[];
  params?: readonly Param[];
  /** A column and the value that it must have, if the list is to be read along an index over that column. */
  along?: readonly [column: string, value: Param] | undefined;
}

/** One slice of the rows, by ascending id. Costs the same wherever the slice lies. */
export function queryPage<Row extends readonly unknown[]>(
  db: Reader,
  { table, columns, conditions: wanted = [], params: bound = [], along }: Selection,
  { after, limit }: PageRange,
): MaybePromise<Row[]> {
  const conditions = [...wanted];
  const params = [...bound];
  let order = 'id';
  if (along !== undefined) {
    const piece = db.seek(along[0], along[1], after, params);
    conditions.push(piece.condition);
    order = piece.order;
  } else if (after !== undefined) conditions.push(`id > $${params.push(after)}`);
  const last = `$${params.push(BigInt(limit))}`;
  const text = `SELECT ${columns} FROM ${table}${clauseOf(conditions)} ORDER BY ${order} LIMIT ${last}`;
  return db.query(statement<Row>(text), params);
}

/** How many rows there are. */
export function queryCount(
  db: Queryable,
  { table, conditions: wanted = [], params: bound = [], along }: Selection,
): MaybePromise<bigint> {
  const params = [...bound];
  const conditions = along === undefined ? wanted : [...wanted, `${along[0]} = $${params.push(along[1])}`];
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM ${table}${clauseOf(conditions)}`);
  return andThen(db.query(count, params), ([row]) => row?.[0] ?? 0n);
}

function clauseOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}
