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

/** The message of an error and of its cause, in one line, without the names of their classes. */
export function describeError(error: unknown): string {
  const causes = error instanceof Error && error.cause !== undefined ? [error, error.cause] : [error];
  return causes.map((one) => firstMessage(messageOf(one) || String(one))).join(' ');
}

/** An error of another thread arrives as its stack trace, or after the line of code that threw it. */
function firstMessage(text: string): string {
  return /^\w*Error: (.*)/m.exec(text)?.[1] ?? text.replace(/\n[\s\S]*/, '');
}

export function traceError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
