import { type Param, type Position, type Relation, type SortOrder, type WordIndex, whereAll } from '../statement.ts';

/** A condition in SQL, with `?` for its values. */
export type Condition = readonly [text: string, ...values: Param[]];

/** A condition in SQL that rows are read and tested for. `bind` returns the placeholder of a value. */
export type RowTest = (bind: (value: Param) => string) => string;

/** The rows of a list in an order, on request only those with some words. The table has the key `id`. */
export interface SortedSelection extends Relation {
  /** The columns of a row; the first is `id`. */
  readonly columns: string;
  readonly order: SortOrder;
  /**
   * Conditions that all rows meet, over `columns`: literal ones, and at most one of the form `column = ?`. An index over
   * their columns gives the order of ids.
   */
  readonly conditions: readonly Condition[];
  /** Literal conditions that exclude each other, one of which all rows meet, as `conditions` with an index for each. */
  readonly anyOf?: readonly string[] | undefined;
  /** Further conditions, over `columns`, that no index of the table answers. They may read rows of other tables by `id`. */
  readonly tests?: readonly RowTest[] | undefined;
  /** Sets of rows that hold all wanted ones. Where one of them is small, it is read instead of the list. */
  readonly supersets?: readonly RowSet[] | undefined;
  readonly search?: Search | undefined;
}

/** All conditions of a selection, for statements that read its rows in another order than that of ids. */
export function allConditions({ conditions, anyOf }: SortedSelection): readonly Condition[] {
  return anyOf === undefined ? conditions : [...conditions, [`(${anyOf.join(' OR ')})`]];
}

/** Rows that an index finds by a condition. */
export interface RowSet extends Relation {
  /** The column with the ids. */
  readonly id: string;
  readonly conditions: readonly Condition[];
  /** A column and its value, for which the index over the column and the ids is used. */
  readonly indexed?: readonly [column: string, value: Param];
}

/** A search for rows that have words beginning with each of the terms, which are folded. Without terms it finds none. */
export interface Search {
  /** An index over a column of the table, and those over other tables. A row is a hit if one of them has all words. */
  readonly indexes: readonly [WordIndex, ...WordIndex[]];
  readonly terms: readonly string[];
}

/** A page of a list. `next` is where the next page begins; a page can have less than `limit` rows and still a next one. */
export interface SortedPage<Row> {
  readonly rows: Row[];
  readonly next: Position | undefined;
}

/** Rows of a table in the order of an index. */
export interface IndexRange {
  readonly columns: string;
  readonly table: string;
  readonly wanted: readonly string[];
  /** Conditions that exclude each other, one of which a row must meet. Each has an index of its own. */
  readonly anyOf?: readonly string[] | undefined;
  readonly order: string;
  /** The same order over `columns` alone. */
  readonly mergedOrder: string;
}

/** A SELECT for rows of a range. It reads at most as many as it skips and returns, for each of `anyOf`. */
export function selectRange(
  { columns, table, wanted, anyOf, order, mergedOrder }: IndexRange,
  { limit, offset = 0 }: { limit: number | bigint; offset?: number | undefined },
  bind: (value: Param) => string,
): string {
  const select = (conditions: readonly string[], end: string) =>
    `SELECT ${columns} FROM ${table}${whereAll(conditions)} ORDER BY ${order} ${end}`;
  const last = () => `LIMIT ${bind(BigInt(limit))}${offset === 0 ? '' : ` OFFSET ${bind(BigInt(offset))}`}`;
  if (anyOf === undefined) return select(wanted, last());
  const first = `LIMIT ${bind(BigInt(limit) + BigInt(offset))}`;
  const branches = anyOf.map((one, index) => `SELECT * FROM (${select([one, ...wanted], first)}) AS branch_${index}`);
  return `${branches.join(' UNION ALL ')} ORDER BY ${mergedOrder} ${last()}`;
}
