import type { MaybePromise } from '../lib/maybe-promise.ts';

/** What a statement binds: the types that every engine stores exactly. */
export type Param = bigint | string | null;

/** One SQL text with `$1, $2, …` and the shape of its rows, in the order of its columns. Integers are `bigint`. */
export interface Statement<Row extends readonly unknown[]> {
  readonly text: string;
  /** Reads so many rows that others should not have to wait behind it. */
  readonly isLong?: boolean;
  /** Only carries the type of a row. */
  readonly row?: Row;
}

/**
 * Declares a statement. Parameters are numbered in the order of their first appearance in the text, because SQLite
 * takes `$1` for a name and binds by appearance.
 */
export function statement<Row extends readonly unknown[]>(text: string): Statement<Row> {
  return { text };
}

/** A statement that reads a whole table, or may. */
export function longStatement<Row extends readonly unknown[]>(text: string): Statement<Row> {
  return { text, isLong: true };
}

/** The places of so many rows in an INSERT: `($1, $2), ($3, $4)` for two rows of two columns. */
export function placeholders(rows: number, columns: number): string {
  let place = 0;
  const row = () => `(${Array.from({ length: columns }, () => `$${++place}`).join(', ')})`;
  return Array.from({ length: rows }, row).join(', ');
}

/** Declares an INSERT of any number of rows with so many columns; its text is written once for each number. */
export function insertOf<Row extends readonly unknown[]>(
  columns: number,
  text: (places: string) => string,
): (rows: number) => Statement<Row> {
  const known = new Map<number, Statement<Row>>();
  return (rows) => {
    let insert = known.get(rows);
    if (insert === undefined) {
      insert = statement(text(placeholders(rows, columns)));
      known.set(rows, insert);
    }
    return insert;
  };
}

/** Anything that runs statements: a read connection, or a transaction. SQLite answers at once, PostgreSQL later. */
export interface Queryable {
  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): MaybePromise<Row[]>;
}

/**
 * How an engine is brought to read a piece of a list along an index over another column and the id: the condition for
 * rows that have a value there, behind the id `after` if there is one, and the order in which they come, which is that
 * of their ids. Binds what it needs at the end of `params`.
 */
export type Seek = (
  column: string,
  value: Param,
  after: bigint | undefined,
  params: Param[],
) => { condition: string; order: string };

/** A connection that lists are read from. */
export interface Reader extends Queryable {
  readonly seek: Seek;
}

/** What a write command runs in: everything it does is kept together, or not at all. */
export interface Transaction extends Queryable {
  /** Runs an INSERT without RETURNING into a table whose key is `id`, and gives the new row's id. */
  insert(statement: Statement<never>, params: readonly Param[]): MaybePromise<bigint>;

  /**
   * The table that takes new events. Where writes are committed one after the other, an event has its place when it is
   * written. Where they are not, its id says nothing of when it is committed, and it gets its place afterwards.
   */
  readonly eventTable: 'events' | 'pending_events';
}
