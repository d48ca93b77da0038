import type { Order, Param, Position, WordIndex } from './statement.ts';

/** A condition in SQL, with `?` for its values. */
export type Condition = readonly [text: string, ...values: Param[]];

/** The rows of a list in an order, on request only those with some words. The table has the key `id`. */
export interface SortedSelection {
  readonly table: string;
  /** The columns of a row; the first is `id`. */
  readonly columns: string;
  readonly order: Order;
  /**
   * Conditions that all rows meet, over `columns`: literal ones, and at most one of the form `column = ?`. An index over
   * their columns gives the order of ids.
   */
  readonly conditions: readonly Condition[];
  readonly search?: Search | undefined;
}

/** A search for rows that have words beginning with each of the terms, which are folded. */
export interface Search {
  readonly index: WordIndex;
  readonly terms: readonly string[];
}

/** A page of a list. `next` is where the next page begins; a page can have less than `limit` rows and still a next one. */
export interface SortedPage<Row> {
  readonly rows: Row[];
  readonly next: Position | undefined;
}
