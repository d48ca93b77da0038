import type { Bind, Condition, Selection } from '../keyset.ts';
import type { Position, SortOrder, WordIndex } from '../statement.ts';

/** A test, in SQL, of the row whose id is in the column `id`. It may read other tables. */
export type RowTest = (bind: Bind, id: string) => string;

/**
 * The rows of a list in an order, on request only those with some words. The table has the key `id`, which is the first of
 * `columns`. An index over the columns of `conditions` and of `indexed` gives the order of ids.
 */
export interface SortedSelection extends Omit<Selection, 'id' | 'isDescending'> {
  readonly order: SortOrder;
  /** The ids of all rows that can be wanted, where they are known: no others are read. */
  readonly ids?: readonly bigint[] | undefined;
  /** Those that conditions and filters look at, beside `columns`. */
  readonly tested?: readonly string[];
  /** Further conditions that no index of the table answers. */
  readonly filters?: readonly Condition[];
  readonly tests?: readonly RowTest[] | undefined;
  /** A list by id without words reads these rows in place of those of the table, if `columns` are the id alone. */
  readonly driver?: RowSet | undefined;
  /** Sets of rows that hold all wanted ones. Where one of them is small, it is read instead of the list. */
  readonly supersets?: readonly RowSet[] | undefined;
  readonly search?: Search | undefined;
}

/** Rows that an index finds. Their only column is that with the ids. */
export type RowSet = Selection & { readonly id: string };

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
