import { SQL } from 'bun';
import { overloaded, unavailable } from '../errors.ts';

/** A connection is gone, or is of no use any more. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * What a failure means for the one statement or transaction that met it:
 * - `lost`: the connection is gone, and with it what was not committed.
 * - `moved`: the server takes no writes any more; it is undone, and another server may take it.
 * - `conflict`: another transaction was faster; this one is undone, and the same again may succeed.
 * - `busy`: it took too long; it is undone.
 * - `broken`: the server cannot do its work; it is undone.
 * - `defect`: the program is wrong, or it is no failure of the storage at all.
 */
export type FailureKind = 'lost' | 'moved' | 'conflict' | 'busy' | 'broken' | 'defect';

/** By SQLSTATE (PostgreSQL, appendix A): whole codes first, then classes. */
const kinds: Readonly<Record<string, FailureKind>> = {
  '23505': 'conflict',
  '40001': 'conflict',
  '40P01': 'conflict',
  '40003': 'lost',
  '25006': 'moved',
  '25P03': 'lost',
  '42501': 'broken',
  '57014': 'busy',
  '55P03': 'busy',
  '08': 'lost',
  '57': 'lost',
  '53': 'broken',
  '58': 'broken',
  XX: 'broken',
};

export function kindOf(error: unknown): FailureKind {
  if (error instanceof ConnectionLost) return 'lost';
  if (!(error instanceof SQL.PostgresError)) return 'defect';
  const { errno } = error;
  // Without a SQLSTATE it is the driver that speaks, of a connection that failed.
  if (errno === undefined) return 'lost';
  return kinds[errno] ?? kinds[errno.slice(0, 2)] ?? 'defect';
}

/** Whether the connection that failed so is of no use any more. */
export function endsConnection(error: unknown): boolean {
  const kind = kindOf(error);
  return kind === 'lost' || kind === 'moved';
}

/** Turns a failure whose work is undone into one that a client can act on. Anything else is returned as it is. */
export function translateFailure(error: unknown): unknown {
  switch (kindOf(error)) {
    case 'conflict':
    case 'busy':
      return overloaded(error);
    case 'lost':
    case 'moved':
    case 'broken':
      return unavailable(error);
    case 'defect':
      return error;
  }
}

const insufficientPrivilege = '42501';

/** Why a server cannot be used, in words for the person who starts the program. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SQL.PostgresError && error.errno === insufficientPrivilege) {
    return `${error.message}; run "petstore migrate" with a role that may change the schema`;
  }
  const code = error instanceof SQL.PostgresError && error.errno === undefined ? error.code : undefined;
  if (code === 'ERR_POSTGRES_CONNECTION_REFUSED') return 'nothing answers there';
  if (code === 'ERR_POSTGRES_CONNECTION_TIMEOUT') return 'it does not answer in time';
  return error.message;
}
