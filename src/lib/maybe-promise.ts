/**
 * What SQLite returns at once, and PostgreSQL as a promise. For the path of a page of a list and of the commonest read of one row:
 * key, pipeline, response cache, `keyset.ts`, `oneRow`; and for that of a write up to the writer. With promises, after every
 * commit each request of a tick would look up the same key. All else is awaited.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * Applies `next` to a value: at once if it is no promise. What `next` also needs is `context`: a function that captures it would
 * have to be made for each request.
 */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next>;
export function andThen<Value, Next, Context>(
  value: MaybePromise<Value>,
  next: (value: Value, context: Context) => MaybePromise<Next>,
  context: Context,
): MaybePromise<Next>;
export function andThen<Value, Next, Context>(
  value: MaybePromise<Value>,
  next: (value: Value, context?: Context) => MaybePromise<Next>,
  context?: Context,
): MaybePromise<Next> {
  return value instanceof Promise ? later(value, next, context) : next(value, context);
}

/** Apart from `andThen`: a function whose variables a closure captures allocates on each call, also where it makes no closure. */
function later<Value, Next, Context>(
  value: Promise<Value>,
  next: (value: Value, context?: Context) => MaybePromise<Next>,
  context: Context | undefined,
): Promise<Next> {
  return value.then((known) => next(known, context));
}
