import { type ErrorCode, ServiceError } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { StorageError } from '../store/store.ts';

/** What became of a question, as it crosses from one process to the other. Causes cross as text for the log. */
export type Outcome =
  | { output: unknown }
  | { refusal: Refusal }
  /** The process cannot start: one line for the person who starts it. */
  | { fault: string }
  | { defect: string };

interface Refusal {
  code: ErrorCode;
  message: string;
  headers: Readonly<Record<string, string>>;
  cause: string | undefined;
}

export function toOutcome(error: unknown): Outcome {
  if (error instanceof StartError || error instanceof StorageError) return { fault: error.message };
  if (!(error instanceof ServiceError)) return { defect: describe(error) };
  const { code, message, headers, cause } = error;
  return { refusal: { code, message, headers, cause: cause === undefined ? undefined : describe(cause) } };
}

/** The error that stands behind an outcome without an output. */
export function toError(outcome: Exclude<Outcome, { output: unknown }>): Error {
  if ('fault' in outcome) return new StartError(outcome.fault);
  if ('defect' in outcome) return new Error(outcome.defect);
  const { code, message, headers, cause } = outcome.refusal;
  return new ServiceError(code, message, { headers, ...(cause !== undefined && { cause }) });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
