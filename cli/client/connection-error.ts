import { errorCodeOf } from '../../src/lib/errors.ts';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before the response',
  ENOTFOUND: 'no such host',
};

/** Whether nothing listens at the address. */
export function isRefused(error: unknown): boolean {
  return errorCodeOf(error) === 'ECONNREFUSED';
}

/** An error of `fetch` in the words of this program: those of the runtime are for people at a browser. */
export function connectionError(error: unknown): unknown {
  const reason = reasons[String(errorCodeOf(error))];
  return reason === undefined ? error : new Error(reason);
}
