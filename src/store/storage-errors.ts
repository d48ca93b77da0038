import { ServiceError } from '../errors/service-error.ts';

// The errors of every engine for clients. Each message says whether something may have changed.

/** Contention, or a time-out: nothing was changed. */
export function overloaded(cause: unknown): ServiceError {
  const message = 'The storage is busy. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' }, cause });
}

/** The storage failed: nothing was changed. */
export function unavailable(cause: unknown): ServiceError {
  const message = 'The storage is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}

/** A newer release has migrated the database, and this one may no longer write: nothing was changed. */
export function outdated(cause: unknown): ServiceError {
  const message =
    'A newer release has migrated the database, and this server is too old to write to it. Nothing was changed; ' +
    'try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}

/** Further requests are refused. */
export const maxWaiting = 10_000;

export function tooManyWaiting(): ServiceError {
  const message = 'Too many requests are waiting for the storage. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' } });
}

/** The storage failed, or stopped responding, during the transaction of a write. */
export function outcomeUnknown(cause: unknown): ServiceError {
  const message =
    'The storage failed during the write, and whether the write took effect is unknown. ' +
    'Repeat the request with the same Idempotency-Key: it then takes effect exactly once.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}
