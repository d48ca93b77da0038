import { traceError } from '../../lib/log.ts';
import { ServiceError } from '../../model/errors.ts';
import { type SerializedError, serializeError } from '../../model/outcome.ts';
import { outcomeUnknown } from '../errors.ts';
import { statement } from '../statement.ts';
import type { AnyCommand } from '../store.ts';
import type { Connection } from './database.ts';
import { isIoFailure, isStorageFailure, translateFailure } from './failures.ts';

const begin = statement<never>('BEGIN IMMEDIATE');
const commit = statement<never>('COMMIT');
const rollback = statement<never>('ROLLBACK');
const setSavepoint = statement<never>('SAVEPOINT job');
const releaseSavepoint = statement<never>('RELEASE job');
const rollbackToSavepoint = statement<never>('ROLLBACK TO job');

/** One write as it crosses to the writer thread. */
export interface Job {
  name: string;
  input: unknown;
}

/** What became of one write, as it crosses back. */
export type Outcome =
  | { ok: true; output: unknown }
  | { ok: false; refusal: SerializedError }
  | { ok: false; defect: string };

type Commands = ReadonlyMap<string, AnyCommand>;

/**
 * Runs all jobs in one transaction and commits once. A job that fails leaves nothing behind and does not touch its
 * neighbours; if the storage itself fails, all of them fail and nothing was kept.
 */
export async function runBatch(connection: Connection, commands: Commands, jobs: readonly Job[]): Promise<Outcome[]> {
  try {
    return (await runUnguarded(connection, commands, jobs)) ?? (await runGuarded(connection, commands, jobs));
  } catch (error) {
    return jobs.map(() => failure(error));
  }
}

/**
 * Without a savepoint for each job, which is a fifth of the work of an INSERT. Gives `undefined`, and keeps nothing, if
 * one of them fails: a savepoint is only missed then.
 */
async function runUnguarded(
  connection: Connection,
  commands: Commands,
  jobs: readonly Job[],
): Promise<Outcome[] | undefined> {
  try {
    return await inTransaction(connection, jobs, (job) => run(connection, commands, job));
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return undefined;
  }
}

function runGuarded(connection: Connection, commands: Commands, jobs: readonly Job[]): Promise<Outcome[]> {
  return inTransaction(connection, jobs, (job) => runInSavepoint(connection, commands, job));
}

async function inTransaction(
  connection: Connection,
  jobs: readonly Job[],
  work: (job: Job) => Promise<Outcome>,
): Promise<Outcome[]> {
  connection.requireInPlace();
  connection.query(begin, []);
  try {
    const outcomes: Outcome[] = [];
    for (const job of jobs) outcomes.push(await work(job));
    const unknown = commitOrUnknown(connection);
    return unknown === undefined ? outcomes : jobs.map(() => failure(unknown));
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/**
 * Commits. What went to a file that has meanwhile lost its name is as good as lost. A flush that fails does not take back what it should have flushed, which may be there after a restart: gives
 * the error that says so. Any other failure of the commit means that nothing was kept. @throws SQLiteError
 */
function commitOrUnknown(connection: Connection): ServiceError | undefined {
  try {
    connection.query(commit, []);
  } catch (error) {
    if (!isIoFailure(error)) throw error;
    rollBack(connection);
    return outcomeUnknown(error);
  }
  try {
    connection.requireInPlace();
    return undefined;
  } catch (error) {
    return outcomeUnknown(error);
  }
}

async function runInSavepoint(connection: Connection, commands: Commands, job: Job): Promise<Outcome> {
  connection.query(setSavepoint, []);
  try {
    const outcome = await run(connection, commands, job);
    connection.query(releaseSavepoint, []);
    return outcome;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    connection.query(rollbackToSavepoint, []);
    connection.query(releaseSavepoint, []);
    return failure(error);
  }
}

async function run(connection: Connection, commands: Commands, { name, input }: Job): Promise<Outcome> {
  const command = commands.get(name);
  if (command === undefined) throw new Error(`no write command is named ${name}`);
  return { ok: true, output: await command.run(connection, input as never) };
}

/** Some failures (a full disk, for one) make SQLite roll back by itself; a second ROLLBACK is then an error to ignore. */
function rollBack(connection: Connection): void {
  try {
    connection.query(rollback, []);
  } catch {}
}

function failure(thrown: unknown): Outcome {
  const error = translateFailure(thrown);
  if (error instanceof ServiceError) return { ok: false, refusal: serializeError(error) };
  return { ok: false, defect: traceError(error) };
}
