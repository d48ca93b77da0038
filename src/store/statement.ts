/** What a statement binds: the types that every engine stores exactly. */
export type Param = bigint | string | null;

/** One SQL text with `$1, $2, …` and the shape of its rows, in the order of its columns. Integers are `bigint`. */
export interface Statement<Row extends readonly unknown[]> {
  readonly text: string;
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

export type MaybePromise<Value> = Value | Promise<Value>;

/** Anything that runs statements: a read connection, or a transaction. SQLite answers at once, PostgreSQL later. */
export interface Queryable {
  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): MaybePromise<Row[]>;
}
