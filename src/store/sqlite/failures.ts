import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceError } from '../../errors/service-error.ts';
import { messageOf } from '../../lib/errors.ts';
import { explainRefusal } from '../../lib/system/disk.ts';
import { overloaded, unavailable } from '../storage-errors.ts';
import { StorageError } from '../store.ts';

/** A path names no file or another one. All that was committed is in the files that are open. */
export class FilesGone extends StorageError {
  /** Whether only the log or its index is gone, so that others may open the database without it. */
  readonly isOnlyLog: boolean;

  constructor(path: string, isOnlyLog: boolean) {
    const advice = isOnlyLog
      ? 'this process still has all that was acknowledged: stop it with SIGTERM, which writes it to the database file, and ' +
        'start it again; until then do not kill it, and remove and copy no file of the database'
      : 'stop the service, put the right file there (with no -wal and -shm of another one beside it), and start again';
    const what = isOnlyLog ? 'write-ahead log or its index' : 'database file';
    super(`the ${what} ${path} was removed or replaced while it was open; ${advice}`);
    this.isOnlyLog = isOnlyLog;
  }
}

/** A file was cut off, or has the contents of another one: nothing may be written to it. */
export class FilesOverwritten extends StorageError {
  constructor(file: string) {
    super(
      `${file} was cut off or overwritten while it was open, so the service writes no more to the database, nor when it ` +
        'stops; stop it, and move the file away with its -wal and -shm before you restore a backup with "petstore restore"',
    );
  }
}

const damageCodes = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** The errors for clients, by SQLite's result code. Any other failure is a bug. */
const meanings: readonly (readonly [prefix: string, toError: (cause: unknown) => ServiceError])[] = [
  ['SQLITE_BUSY', overloaded],
  ['SQLITE_LOCKED', overloaded],
  ['SQLITE_FULL', unavailable],
  ['SQLITE_IOERR', (cause) => unavailable(explainFailedWrite(cause))],
  ['SQLITE_READONLY', unavailable],
  ['SQLITE_CANTOPEN', unavailable],
  ...damageCodes.map((prefix) => [prefix, damaged] as const),
];

/** SQLite's extended result codes begin with the primary one. */
function hasCode(error: unknown, prefix: string): boolean {
  return error instanceof SQLiteError && error.code?.startsWith(prefix) === true;
}

/** Converts a failure of the storage to an error for the client. Returns anything else as it is. */
export function translateFailure(error: unknown): unknown {
  if (error instanceof StorageError) return unavailable(error);
  const meaning = meanings.find(([prefix]) => hasCode(error, prefix));
  return meaning === undefined ? error : meaning[1](error);
}

/** A full disk has a code of its own, but limits have not. */
export function explainFailedWrite(error: unknown): unknown {
  if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_IOERR_WRITE') return error;
  const message =
    'the disk refuses writes; check it, and the limits of file sizes (ulimit -f) and of the space of a user (quota)';
  return new StorageError(message, { cause: error });
}

/** Only the log tells the advice. */
export function damaged(cause?: unknown): ServiceError {
  const message =
    'the database file is damaged, so the service writes no more to it; "petstore check" shows where, and ' +
    '"petstore restore" restores a backup';
  return unavailable(new StorageError(message, { cause }));
}

export function isDamage(error: unknown): boolean {
  return error instanceof FilesOverwritten || damageCodes.some((prefix) => hasCode(error, prefix));
}

/** SQLite's codes where locks do not work. */
const lockCodes = /^SQLITE_(IOERR_(|RD|UN|SHM)LOCK|IOERR_CHECKRESERVEDLOCK|PROTOCOL)$/;

/** Whether the storage failed and not the command: then no command of the transaction can be committed. */
export function isStorageFailure(error: unknown): boolean {
  return translateFailure(error) !== error;
}

export function isFull(error: unknown): boolean {
  return error instanceof SQLiteError && error.code === 'SQLITE_FULL';
}

/** Whether reading or writing the disk failed, flushing included. */
export function isIoFailure(error: unknown): boolean {
  return hasCode(error, 'SQLITE_IOERR');
}

/** Whether the statement does not fit the schema, among other errors without a code of their own. */
export function isInvalidStatement(error: unknown): boolean {
  return error instanceof SQLiteError && error.code === 'SQLITE_ERROR';
}

export function isBusy(error: unknown): boolean {
  return hasCode(error, 'SQLITE_BUSY');
}

/** What the operator wants of a file, which decides about the advice. */
export type FileUse = 'database' | 'backup';

/** Why a file cannot be used, in one line for the operator. */
export function toStorageError(error: unknown, path: string, use: FileUse = 'database'): StorageError {
  if (error instanceof StorageError) return error;
  const reason =
    use === 'backup'
      ? `cannot use the backup ${path}: ${explainBackup(error)}; use another backup`
      : `cannot use the database file ${path}: ${explain(error, path)}`;
  return new StorageError(reason.replaceAll(/\s+/g, ' '), { cause: error });
}

const restoreAdvice = 'restore a backup with "petstore restore"';
const damageAdvice = `move it away with its -wal and -shm, and ${restoreAdvice}`;

export const otherFileAdvice = 'set another file with DATABASE_URL (or --database-url)';

function explainBackup(error: unknown): string {
  const code = error instanceof SQLiteError ? error.code : undefined;
  if (code === 'SQLITE_NOTADB') return 'the file is not a SQLite database, or its beginning is damaged';
  if (code?.startsWith('SQLITE_CORRUPT')) return 'the file is damaged';
  return messageOf(error);
}

function explain(error: unknown, path: string): string {
  const refusal = explainRefusal(error, path);
  if (refusal !== undefined) return `${refusal}, or ${otherFileAdvice}`;
  if (!(error instanceof SQLiteError)) return messageOf(error);
  const { code = '' } = error;
  if (code === 'SQLITE_NOTADB')
    return `the file is not a SQLite database, or its beginning is damaged; ${damageAdvice}`;
  if (code.startsWith('SQLITE_CORRUPT')) return `the file is damaged; ${damageAdvice}`;
  if (isFull(error)) return 'the disk is full';
  if (lockCodes.test(code)) return 'the file system does not lock files; use a local one, or PostgreSQL';
  if (isIoFailure(error)) return `${error.message} (${code}): the disk is full or fails; see "df -h" and "dmesg"`;
  if (code === 'SQLITE_ERROR') {
    return `its tables are not those of its schema version (${error.message}); use another file, or ${restoreAdvice}`;
  }
  if (code.startsWith('SQLITE_BUSY')) return 'another process has locked it';
  if (code.startsWith('SQLITE_READONLY')) return 'the file or its folder is not writable';
  if (code.startsWith('SQLITE_CANTOPEN')) {
    const isFolder = existsSync(path) && statSync(path).isDirectory();
    return isFolder
      ? `it is a folder; name a file in it, such as sqlite:${join(path, 'petstore.db')}`
      : 'it cannot be opened; check the permissions of the file and its folder';
  }
  return error.message;
}
