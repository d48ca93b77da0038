export type MaybePromise<Value> = Value | Promise<Value>;

/** Applies `next` to a value: at once if it is no promise. A read on SQLite then needs no promise at all. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
