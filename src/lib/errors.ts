/** The program cannot start. The message is a single line for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** The code of an error of the system or the runtime, such as `ENOENT`. */
export function errorCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The message of an error and of its cause, in one line. */
export function describeError(error: unknown): string {
  const text = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? ` ${String(error.cause)}` : '';
  // An error of another thread arrives as its stack trace.
  return `${text}${cause}`.replace(/\n[\s\S]*/, '');
}

export function traceError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
