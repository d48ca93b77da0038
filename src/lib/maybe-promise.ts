export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Goes on with a value: at once if it is there, later if it is promised. A read on SQLite then costs no promise at all.
 */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
