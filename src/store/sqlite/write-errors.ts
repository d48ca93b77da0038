import { ServiceError } from '../../errors.ts';
import type { Outcome } from './writer.ts';

/** The error that a failed outcome stands for. */
export function toError(outcome: Outcome | undefined): Error {
  if (outcome === undefined || outcome.ok) return new Error('the writer thread gave no outcome');
  if ('defect' in outcome) return new Error(`a write command failed: ${outcome.defect}`);
  const { code, message, headers, cause } = outcome.refusal;
  return new ServiceError(code, message, { headers: { ...headers }, ...(cause !== undefined && { cause }) });
}

export function tooManyWaiting(): ServiceError {
  const message = 'Too many writes are waiting. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' } });
}

/** For writes whose transaction had begun when the thread or the disk stopped answering. */
export function outcomeUnknown(cause: string): ServiceError {
  const message =
    'The storage failed during the write, and whether it was kept is unknown. ' +
    'Repeat the request with the same Idempotency-Key: it is then done exactly once.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}
