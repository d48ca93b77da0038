import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import {
  type Dialect,
  longStatement,
  type Param,
  type Queryable,
  type Reader,
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

/** Returns the placeholder of a value. */
export type Bind = (value: Param) => string;

/** A condition in SQL over the columns of a row. */
export type Condition = string | ((bind: Bind) => string);

/** The rows of a list by id. */
export interface Selection {
  readonly table: string;
  /** The column with the ids, if it is not `id`. */
  readonly id?: string;
  readonly columns: string;
  /** Conditions that all rows meet. */
  readonly conditions?: readonly Condition[];
  /** A column and the value that all rows have in it, for which the index over the column and the ids is used. */
  readonly indexed?: readonly [column: string, value: Param] | undefined;
  /** Literal conditions that exclude each other, one of which all rows meet. Each has an index of its own. */
  readonly anyOf?: readonly string[] | undefined;
  readonly isDescending?: boolean;
}

/** Ids after `after` and up to `upTo`, in the direction of the list. */
export interface IdRange {
  readonly after?: bigint | undefined;
  readonly upTo?: bigint | undefined;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/**
 * A SELECT for the rows of a range. It reads at most as many as it skips and returns, for each of `anyOf`; but more of them
 * where `tests` leave out rows.
 */
export function selectRange(
  dialect: Dialect,
  { table, id = 'id', columns, conditions = [], indexed, anyOf, isDescending = false }: Selection,
  { after, upTo, limit, offset = 0 }: IdRange,
  params: Param[],
  tests: readonly Condition[] = [],
): string {
  const bind = (value: Param) => `$${params.push(value)}`;
  const wanted = conditionTexts(conditions, bind);
  const ordered = isDescending ? `${id} DESC` : id;
  let order = ordered;
  if (indexed !== undefined) {
    const seek = dialect.seek(...indexed, after, params, { id, upTo, isDescending });
    wanted.push(seek.condition);
    order = seek.order;
  } else {
    const [beyond, until] = isDescending ? ['<', '>='] : ['>', '<='];
    if (after !== undefined) wanted.push(`${id} ${beyond} ${bind(after)}`);
    if (upTo !== undefined) wanted.push(`${id} ${until} ${bind(upTo)}`);
  }
  wanted.push(...conditionTexts(tests, bind));
  const source = indexed === undefined ? table : dialect.indexed(table, indexed[0]);
  const select = (own: readonly string[]) => `SELECT ${columns} FROM ${source}${whereAll(own)} ORDER BY ${order}`;
  const last = () => `LIMIT ${bind(BigInt(limit))}${offset === 0 ? '' : ` OFFSET ${bind(BigInt(offset))}`}`;
  if (anyOf === undefined) return `${select(wanted)} ${last()}`;
  const first = `LIMIT ${bind(BigInt(limit + offset))}`;
  const branches = anyOf.map((one, index) => `SELECT * FROM (${select([one, ...wanted])} ${first}) AS branch_${index}`);
  return `${branches.join(' UNION ALL ')} ORDER BY ${ordered} ${last()}`;
}

/** A page of the rows, by id. Costs the same for every page. */
export function queryPage<Row extends readonly unknown[]>(
  db: Reader,
  selection: Selection,
  range: Pick<IdRange, 'after' | 'limit'>,
): MaybePromise<Row[]> {
  const params: Param[] = [];
  return db.query(statement<Row>(selectRange(db.dialect, selection, range, params)), params);
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

export async function queryCount(db: Queryable, selection: Selection): Promise<bigint> {
  const params: Param[] = [];
  const clause = whereAll(conditionTexts(allConditions(selection), (value) => `$${params.push(value)}`));
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM ${selection.table}${clause}`);
  const [row] = await db.query(count, params);
  return row?.[0] ?? 0n;
}

/** All conditions of a selection, for statements that do not read its rows in the order of ids. */
export function allConditions({ conditions = [], indexed, anyOf }: Selection): readonly Condition[] {
  return [
    ...conditions,
    ...(indexed === undefined ? [] : [(bind: Bind) => `${indexed[0]} = ${bind(indexed[1])}`]),
    ...(anyOf === undefined ? [] : [`(${anyOf.join(' OR ')})`]),
  ];
}

export function conditionTexts(conditions: readonly Condition[], bind: Bind): string[] {
  return conditions.map((one) => (typeof one === 'string' ? one : one(bind)));
}
