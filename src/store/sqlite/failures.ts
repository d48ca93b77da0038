import { SQLiteError } from 'bun:sqlite';
import { ServiceError } from '../../errors.ts';

/** What the engine's failures mean to a client, by result code. Everything else is a defect of the program. */
const meanings: readonly (readonly [prefix: string, toError: (cause: unknown) => ServiceError])[] = [
  ['SQLITE_BUSY', overloaded],
  ['SQLITE_LOCKED', overloaded],
  ['SQLITE_FULL', unavailable],
  ['SQLITE_IOERR', unavailable],
  ['SQLITE_READONLY', unavailable],
  ['SQLITE_CANTOPEN', unavailable],
  ['SQLITE_CORRUPT', unavailable],
  ['SQLITE_NOTADB', unavailable],
];

/** Turns a failure of SQLite into one that a client can act on. Anything else is returned as it is. */
export function translateFailure(error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const meaning = meanings.find(([prefix]) => error.code?.startsWith(prefix));
  return meaning === undefined ? error : meaning[1](error);
}

/** Whether the storage failed, not the command: then no command of the same transaction can be kept. */
export function isStorageFailure(error: unknown): boolean {
  return translateFailure(error) !== error;
}

function overloaded(cause: unknown): ServiceError {
  const message = 'The storage is busy. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' }, cause });
}

function unavailable(cause: unknown): ServiceError {
  const message = 'The storage is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}
