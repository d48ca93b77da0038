import { StartError, traceError } from '../lib/errors.ts';
import { ServiceError } from './service-error.ts';

/** The result of a call to another thread or process: plain data, because an error loses its class and fields on the way. */
export type Outcome =
  | { output: unknown }
  | {
      serviceError: Pick<ServiceError, 'code' | 'message' | 'headers' | 'fieldErrors' | 'requiredScopes'> & {
        cause: Cause | undefined;
      };
    }
  | { startError: string }
  /** Any other error, with its stack. */
  | { trace: string };

/** With its stack for the log, and with its message if that is for the operator. */
interface Cause {
  trace: string;
  startError?: string;
}

/** The outcome of a call that threw. */
export function toOutcome(thrown: unknown): Exclude<Outcome, { output: unknown }> {
  if (thrown instanceof StartError) return { startError: thrown.message };
  if (!(thrown instanceof ServiceError)) return { trace: traceError(thrown) };
  const { code, message, headers, fieldErrors, requiredScopes } = thrown;
  const cause = thrown.cause === undefined ? undefined : toCause(thrown.cause);
  return { serviceError: { code, message, headers, fieldErrors, requiredScopes, cause } };
}

function toCause(thrown: unknown): Cause {
  return { trace: traceError(thrown), ...(thrown instanceof StartError && { startError: thrown.message }) };
}

/** The error of a call that threw, to be thrown again here. */
export function toError(outcome: Exclude<Outcome, { output: unknown }>): Error {
  if ('startError' in outcome) return new StartError(outcome.startError);
  if ('trace' in outcome) return new Error(outcome.trace);
  const { code, message, cause, ...rest } = outcome.serviceError;
  return new ServiceError(code, message, { ...rest, cause: cause && fromCause(cause) });
}

function fromCause({ trace, startError }: Cause): unknown {
  return startError === undefined ? trace : Object.assign(new StartError(startError), { stack: trace });
}
