import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import {
  longStatement,
  type Param,
  type Queryable,
  type Reader,
  type Relation,
  sourceOf,
  statement,
  whereAll,
} from './statement.ts';

/** A page of a list by ascending id: at most `limit` entries with ids above `after`, or below it in a list that descends. */
export interface PageRange {
  after: bigint | undefined;
  /** The value of the last entry's sort column, in a list that is not sorted by id. */
  key?: bigint | string | undefined;
  limit: number;
}

export interface Selection extends Relation {
  columns: string;
  /** Conditions in SQL, all of which a row must meet. They may use `$1` up to the number of `params`. */
  conditions?: readonly string[];
  params?: readonly Param[];
  /** A condition for a column and its value, for which the index of that column is used. */
  indexed?: readonly [column: string, value: Param] | undefined;
  isDescending?: boolean;
}

/** A page of the rows, by id. Costs the same for every page. */
export function queryPage<Row extends readonly unknown[]>(
  db: Reader,
  { columns, conditions: wanted = [], params: bound = [], indexed, isDescending = false, ...relation }: Selection,
  { after, limit }: PageRange,
): MaybePromise<Row[]> {
  const conditions = [...wanted];
  const params = [...bound];
  let order = isDescending ? 'id DESC' : 'id';
  if (indexed !== undefined) {
    const seek = db.dialect.seek(indexed[0], indexed[1], after, params, { isDescending });
    conditions.push(seek.condition);
    order = seek.order;
  } else if (after !== undefined) conditions.push(`id ${isDescending ? '<' : '>'} $${params.push(after)}`);
  const last = `$${params.push(BigInt(limit))}`;
  const text = `SELECT ${columns} FROM ${sourceOf(db.dialect, relation)}${whereAll(conditions)} ORDER BY ${order} LIMIT ${last}`;
  return db.query(statement<Row>(text), params);
}

/** The functions that find a page of a resource's list, by id, and that count all of the list. */
export function listOf<Filters, Row extends readonly unknown[], Found>(
  select: (filters: Filters) => Selection,
  read: (row: Row, filters: Filters) => Found,
) {
  return {
    find: (db: Reader, filters: Filters, range: PageRange): MaybePromise<Found[]> =>
      andThen(queryPage<Row>(db, select(filters), range), (rows) => rows.map((row) => read(row, filters))),
    count: (db: Queryable, filters: Filters): Promise<bigint> => queryCount(db, select(filters)),
  };
}

export async function queryCount(
  db: Queryable,
  { table, conditions: wanted = [], params: bound = [], indexed }: Selection,
): Promise<bigint> {
  const params = [...bound];
  const conditions = indexed === undefined ? wanted : [...wanted, `${indexed[0]} = $${params.push(indexed[1])}`];
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM ${table}${whereAll(conditions)}`);
  const [row] = await db.query(count, params);
  return row?.[0] ?? 0n;
}
