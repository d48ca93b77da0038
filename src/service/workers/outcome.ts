import { traceError } from '../../lib/log.ts';
import { StartError } from '../../lib/start-error.ts';
import { ServiceError } from '../../model/errors.ts';
import { deserializeError, type SerializedError, serializeError } from '../../model/outcome.ts';
import { StorageError } from '../../store/store.ts';

/** What became of a question, as it crosses from one process to the other. Causes cross as text for the log. */
export type Outcome =
  | { output: unknown }
  | { refusal: SerializedError }
  /** The process cannot start: one line for the person who starts it. */
  | { fault: string }
  | { defect: string };

export function toOutcome(error: unknown): Outcome {
  if (error instanceof StartError || error instanceof StorageError) return { fault: error.message };
  if (error instanceof ServiceError) return { refusal: serializeError(error) };
  return { defect: traceError(error) };
}

/** The error that stands behind an outcome without an output. */
export function toError(outcome: Exclude<Outcome, { output: unknown }>): Error {
  if ('fault' in outcome) return new StartError(outcome.fault);
  if ('defect' in outcome) return new Error(outcome.defect);
  return deserializeError(outcome.refusal);
}
