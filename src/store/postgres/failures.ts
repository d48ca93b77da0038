import { SQL } from 'bun';
import { overloaded, unavailable } from '../storage-errors.ts';
import { StorageError } from '../store.ts';

/** A connection has ended, or can no longer be used. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/**
 * What a failure means for its statement or transaction, which is rolled back in any case:
 * - `lost`: the connection has ended. Repeat it on another connection.
 * - `moved`: the server takes no writes any more. Repeat it on another server.
 * - `conflict`: it conflicted with another transaction. Repeat it.
 * - `duplicate`: it added what is there already, since its snapshot or before. Repeat it a few times.
 * - `locked`: it waited too long for a lock.
 * - `busy`: it took too long.
 * - `broken`: the server cannot do its work.
 * - `gone`: the database, its schema or a table does not exist (any more).
 * - `bug`: an error of the program, or not of the storage.
 */
export type FailureKind = 'lost' | 'moved' | 'conflict' | 'duplicate' | 'locked' | 'busy' | 'broken' | 'gone' | 'bug';

/** By SQLSTATE (PostgreSQL, appendix A): codes, then classes of codes. */
const kinds: Readonly<Record<string, FailureKind>> = {
  '23505': 'duplicate',
  '40001': 'conflict',
  '40P01': 'conflict',
  '40003': 'lost',
  '25006': 'moved',
  '25P03': 'lost',
  '3D000': 'gone',
  '3F000': 'gone',
  '42P01': 'gone',
  '42501': 'broken',
  '57014': 'busy',
  '55P03': 'locked',
  '08': 'lost',
  '57': 'lost',
  '53': 'broken',
  '58': 'broken',
  XX: 'broken',
};

export function failureKind(error: unknown): FailureKind {
  if (error instanceof ConnectionLost) return 'lost';
  if (!(error instanceof SQL.PostgresError)) return 'bug';
  const { errno } = error;
  // Errors without SQLSTATE come from the driver, and mean that the connection has failed.
  if (errno === undefined) return 'lost';
  return kinds[errno] ?? kinds[errno.slice(0, 2)] ?? 'bug';
}

/** The SQLSTATE of an error of the server. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof SQL.PostgresError ? error.errno : undefined;
}

/** Whether another transaction was in the way, which may have ended when the work is repeated. */
export function hasConflicted(kind: FailureKind): boolean {
  return kind === 'conflict' || kind === 'duplicate';
}

/** Whether the connection can no longer be used after this failure. */
export function endsConnection(error: unknown): boolean {
  const kind = failureKind(error);
  return kind === 'lost' || kind === 'moved';
}

const schemaGone = 'the schema is gone; restore a backup before a restart, which would create an empty one';

/** Converts a failure of work that was rolled back to an error for the client. Returns anything else as it is. */
export function translateFailure(error: unknown): unknown {
  switch (failureKind(error)) {
    case 'conflict':
    case 'duplicate':
    case 'locked':
    case 'busy':
      return overloaded(error);
    case 'lost':
    case 'moved':
    case 'broken':
      return unavailable(error);
    case 'gone':
      return unavailable(new StorageError(schemaGone, { cause: error }));
    case 'bug':
      return error;
  }
}

/** `undefined_column` and `undefined_table`. */
const schemaErrors: ReadonlySet<string> = new Set(['42703', '42P01']);

/** Whether the statement does not fit the schema. */
export function isInvalidStatement(error: unknown): boolean {
  return schemaErrors.has(codeOf(error) ?? '');
}

/** `invalid_authorization_specification` and `invalid_password`. */
const loginErrors: ReadonlySet<string> = new Set(['28000', '28P01']);

export function isLoginRefused(error: unknown): boolean {
  return loginErrors.has(codeOf(error) ?? '');
}

/** `in_failed_sql_transaction`: a statement before it has failed, whose error may be seen later if they were sent together. */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

export const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';
/** `duplicate_prepared_statement` and `invalid_sql_statement_name`: the session has statements of another client, or lacks ours. */
const foreignSession: ReadonlySet<string> = new Set(['42P05', '26000']);
export const sharedSession =
  'a connection pooler shares a session between connections; set it to session mode (pool_mode = session), or name the server itself';

/** Why a server cannot be used, for the operator. */
export function explainToOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) === insufficientPrivilege) {
    // To use a table takes less than to own it, which a migration does.
    return /^permission denied for (table|sequence)/.test(error.message)
      ? `${error.message}; the role needs the GRANTs of docs/postgresql.md, again after each migration`
      : `${error.message}; run "petstore migrate" with a role that may change the schema`;
  }
  if (codeOf(error) === lockNotAvailable) {
    return `${error.message}; end the transaction that holds it (oldest xact_start in pg_stat_activity), and try again`;
  }
  if (foreignSession.has(codeOf(error) ?? '')) return sharedSession;
  const code = error instanceof SQL.PostgresError && error.errno === undefined ? error.code : undefined;
  if (code === 'ERR_POSTGRES_CONNECTION_REFUSED') return 'connection refused';
  if (code === 'ERR_POSTGRES_CONNECTION_TIMEOUT') return 'connection timed out';
  return error.message;
}
