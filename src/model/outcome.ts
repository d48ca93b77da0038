import { traceError } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';
import { ServiceError } from './errors.ts';

/** The result of a call to another thread or process: plain data, because an error loses its class and fields on the way. */
export type Outcome =
  | { output: unknown }
  /** The cause of a ServiceError crosses as text, for the log. */
  | { serviceError: Pick<ServiceError, 'code' | 'message' | 'headers' | 'fieldErrors'> & { cause: string | undefined } }
  | { startError: string }
  /** Any other error, with its stack. */
  | { trace: string };

/** The outcome of a call that threw. */
export function toOutcome(thrown: unknown): Exclude<Outcome, { output: unknown }> {
  if (thrown instanceof StartError) return { startError: thrown.message };
  if (!(thrown instanceof ServiceError)) return { trace: traceError(thrown) };
  const { code, message, headers, fieldErrors } = thrown;
  const cause = thrown.cause === undefined ? undefined : traceError(thrown.cause);
  return { serviceError: { code, message, headers, fieldErrors, cause } };
}

/** The error of a call that threw, to be thrown again here. */
export function toError(outcome: Exclude<Outcome, { output: unknown }>): Error {
  if ('startError' in outcome) return new StartError(outcome.startError);
  if ('trace' in outcome) return new Error(outcome.trace);
  const { code, message, headers, fieldErrors, cause } = outcome.serviceError;
  return new ServiceError(code, message, { headers, fieldErrors, cause });
}
