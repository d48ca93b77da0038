import { anyOf } from '../lib/fold-text.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';

/** The value of a parameter: every engine stores these types exactly. */
export type Param = bigint | string | null;

/** An SQL text with parameters `$1, $2, …` and the type of its rows, in the order of the columns. Integers are `bigint`. */
export interface Statement<Row extends readonly unknown[]> {
  readonly text: string;
  /** Whether it may read a whole table: other statements should not have to wait for it. */
  readonly isLong?: boolean;
  /** Whether it writes a table with personal data; see `erasableStatement`. */
  readonly isErasable?: boolean;
  /** For a statement that finds the row with an id: the same for the ids in the text of an array, such as `{1,2}`. */
  readonly many?: Statement<Row>;
  /** Only carries the type. */
  readonly row?: Row;
}

/**
 * Declares a statement. Parameters must be numbered in the order in which they first appear: SQLite takes `$1` for a name
 * and binds by appearance.
 */
export function statement<Row extends readonly unknown[]>(text: string): Statement<Row> {
  return { text };
}

/** A statement for the row with an id. @param columns begin with `id` */
export function statementById<Row extends readonly unknown[]>(columns: string, table: string): Statement<Row> {
  const select = `SELECT ${columns} FROM ${table} WHERE id =`;
  return { text: `${select} $1`, many: { text: `${select} ANY(CAST($1 AS BIGINT[]))` } };
}

/** A statement that may read a whole table. */
export function longStatement<Row extends readonly unknown[]>(text: string): Statement<Row> {
  return { text, isLong: true };
}

/**
 * A statement that writes a table with personal data: SQLite overwrites what it frees. For other tables it does not, because
 * pages that are freed would have to be written, too. A copy that SQLite has left where it moved a row to another page can
 * stay until the file is compacted. PostgreSQL keeps deleted rows until it vacuums the table.
 */
export function erasableStatement<Row extends readonly unknown[]>(text: string): Statement<Row> {
  return { text, isErasable: true };
}

/**
 * Placeholders for the rows of an INSERT: `($1, $2), ($3, $4)` for two rows of two columns. With `repeats`, each row ends
 * with so many more columns that have the value of its last parameter.
 */
export function placeholders(rows: number, columns: number, repeats = 0): string {
  let last = 0;
  const row = () => {
    const own = Array.from({ length: columns }, () => `$${++last}`);
    return `(${[...own, ...Array.from({ length: repeats }, () => `$${last}`)].join(', ')})`;
  };
  return Array.from({ length: rows }, row).join(', ');
}

/** Declares an INSERT for any number of rows; see `placeholders`. Its text is built once for each number of rows. */
export function insertOf<Row extends readonly unknown[]>(
  columns: number,
  text: (values: string) => string,
  repeats = 0,
): (rows: number) => Statement<Row> {
  const known = new Map<number, Statement<Row>>();
  return (rows) => {
    let insert = known.get(rows);
    if (insert === undefined) {
      insert = statement(text(placeholders(rows, columns, repeats)));
      known.set(rows, insert);
    }
    return insert;
  };
}

export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** A connection for reading, or a transaction. SQLite returns rows synchronously, PostgreSQL a promise. */
export interface Queryable {
  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): MaybePromise<Row[]>;
}

/**
 * The keyset condition and ORDER BY for the rows that have `value` in `column` and an id above `after`, by ascending id, in
 * the form for which the engine uses the index over `(column, id)`. Descending, the ids are below `after`. Appends its
 * parameters to `params`. The column with the ids can have another name, and ids can be limited to those up to `upTo`.
 */
export type Seek = (
  column: string,
  value: Param,
  after: bigint | undefined,
  params: Param[],
  options?: { id?: string | undefined; upTo?: bigint | undefined; isDescending?: boolean },
) => { condition: string; order: string };

/** A list is sorted by a column and then by id, both in the same direction, or by id alone. */
export interface SortOrder {
  readonly column: string;
  readonly isDescending: boolean;
  /** Where the column is, if that is another table. Only rows with a value are in the list, within literal bounds. */
  readonly from?: { readonly table: string; readonly id: string; readonly bounds: readonly string[] };
}

/** Where a page begins: after the row with this id, and with this value in the column of the order if that is not the id. */
export interface Position {
  readonly id: bigint;
  readonly key?: bigint | string | undefined;
}

/** Conditions of the rows after a position, as few ranges of the index over `(column, id)`: the rows of one come before those of the next. */
export type SplitAfter = (
  order: SortOrder,
  after: { id: bigint; key: bigint | string },
) => { condition: string; params: Param[] }[];

/** How an engine finds rows by words in their folded texts. */
export interface WordSearch {
  /** Whether `hits` come in the order of ids. */
  readonly isOrdered: boolean;
  /** Words of this length and less are found without reading all hits; longer ones where fewer rows have them. */
  readonly maxCheapLetters: number;
  /**
   * A SELECT for the ids, as `hit`, of up to `limit` rows that have words beginning with each of `words`, or equal to one
   * that ends with a space: those after `after` and up to `upTo`, where hits are ordered.
   */
  hits(
    index: WordIndex,
    words: readonly string[],
    range: { after: bigint | undefined; upTo?: bigint | undefined; isDescending: boolean; limit: number },
    params: Param[],
  ): string;
}

/** That a text, which begins with a space, has a word that begins with one of a term, after a mark if there is one. */
export function hasTerm(text: string, term: string, bind: (pattern: string) => string, mark = ''): string {
  const tests = anyOf(term).map((word) => `${text} LIKE ${bind(`%${mark}% ${word}%`)}`);
  return tests.length === 1 ? tests.join('') : `(${tests.join(' OR ')})`;
}

/** An index over the words of folded texts. */
export interface WordIndex {
  /** The full-text table on SQLite. */
  readonly name: string;
  readonly table: string;
  /** The column with the ids, and the one with the folded texts. */
  readonly id: string;
  readonly column: string;
  /** Whether few rows have one, most of them new. */
  readonly isSparse?: boolean;
  /** A mark in the texts: rows are found by the words after it alone, also where the index has others. */
  readonly onlyAfter?: string;
}

/** What the statements of lists need to be worded for the engine. */
export interface Dialect {
  readonly seek: Seek;
  readonly splitAfter: SplitAfter;
  readonly words: WordSearch;
  /** What is read in place of a table, under its name, in the order of its index over a column. */
  indexed(table: string, column: string): string;
  /** In how many steps a part of a list is read: several where a statement runs in the thread that serves all requests. */
  readonly steps: number;
  /** A SELECT for some ids, as `hit`. */
  idsOf(ids: readonly bigint[], params: Param[]): string;
}

/** A connection for reading lists. */
export interface Reader extends Queryable {
  readonly dialect: Dialect;
}

/** What a store reads with. */
export interface StoreReader extends Reader {
  /**
   * The rows of a statement that reads whole tables, all as they were at one moment, in parts. Each takes some milliseconds, and
   * others are served between two of them. SQLite ends a part only at a row, so a statement that leaves out most rows returns
   * some of these all the same.
   * @throws ServiceError `unavailable`
   */
  scan<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): AsyncIterable<Row[]>;
}

export interface Transaction extends Reader {
  /**
   * Runs an INSERT without RETURNING into a table with the key `id`, and returns the id of the new row, of several the last.
   * @throws ServiceError `internal_error` when the id is not above all that were given before
   */
  insert(statement: Statement<never>, params: readonly Param[]): MaybePromise<bigint>;

  /**
   * The same for a number of rows, which it returns as they are stored, in the order in which they were given.
   * `columns` begin with `id`.
   */
  insertRows<Row extends readonly [id: bigint, ...unknown[]]>(
    statement: Statement<never>,
    params: readonly Param[],
    rows: number,
    columns: string,
  ): MaybePromise<Row[]>;

  /**
   * The table for new events. SQLite commits one write after the other, so ids of events are their sequence numbers.
   * PostgreSQL commits in any order: there, events get their sequence number after the commit.
   */
  readonly eventTable: 'events' | 'pending_events';
}
