import { ServiceError } from '../model/errors.ts';

/** What every engine says to a client whom it cannot serve. Each tells what the client may now assume. */

/** Others are in the way: nothing was changed. */
export function overloaded(cause: unknown): ServiceError {
  const message = 'The storage is busy. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' }, cause });
}

/** Something was asked of the storage and it could not do it: nothing was changed. */
export function unavailable(cause: unknown): ServiceError {
  const message = 'The storage is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}

export function tooManyWaiting(): ServiceError {
  const message = 'Too many requests are waiting for the storage. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' } });
}

/** For writes whose transaction was under way when the storage stopped answering. */
export function outcomeUnknown(cause: unknown): ServiceError {
  const message =
    'The storage failed during the write, and whether it was kept is unknown. ' +
    'Repeat the request with the same Idempotency-Key: it is then done exactly once.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}
