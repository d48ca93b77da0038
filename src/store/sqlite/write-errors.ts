import { deserializeError } from '../../model/outcome.ts';
import type { Outcome } from './writer.ts';

/** The error that a failed outcome stands for. */
export function toError(outcome: Outcome | undefined): Error {
  if (outcome === undefined || outcome.ok) return new Error('the writer thread gave no outcome');
  if ('defect' in outcome) return new Error(`a write command failed: ${outcome.defect}`);
  return deserializeError(outcome.refusal);
}
