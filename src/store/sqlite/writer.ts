import { type Outcome, toOutcome } from '../../model/outcome.ts';
import { statement } from '../statement.ts';
import type { AnyCommand } from '../store.ts';
import type { Connection } from './database.ts';
import { isBusy, isStorageFailure, translateFailure } from './failures.ts';

const begin = statement<never>('BEGIN IMMEDIATE');
const commit = statement<never>('COMMIT');
const rollback = statement<never>('ROLLBACK');
const setSavepoint = statement<never>('SAVEPOINT job');
const releaseSavepoint = statement<never>('RELEASE job');
const rollbackToSavepoint = statement<never>('ROLLBACK TO job');

/** How long a batch waits for the lock while another process writes. */
const lockTimeoutMs = 5_000;
const minLockRetryMs = 0.05;
const maxLockRetryMs = 1;
/** `Bun.sleepSync` does not sleep for less than a millisecond. */
const neverNotified = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** One write as it crosses to the writer thread. */
export interface Job {
  name: string;
  input: unknown;
}

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
  beginWriting(connection);
  try {
    const outcomes: Outcome[] = [];
    for (const job of jobs) outcomes.push(await work(job));
    connection.query(commit, []);
    return outcomes;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/**
 * Takes the lock for writing. SQLite's own busy handler sleeps for up to 100 ms at a time, and then finds that another
 * process has the lock again.
 */
function beginWriting(connection: Connection): void {
  const deadline = performance.now() + lockTimeoutMs;
  for (let retryMs = minLockRetryMs; ; retryMs = Math.min(2 * retryMs, maxLockRetryMs)) {
    try {
      connection.query(begin, []);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(neverNotified, 0, 0, retryMs);
    }
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
  return { output: await command.run(connection, input as never) };
}

/** Some failures (a full disk, for one) make SQLite roll back by itself; a second ROLLBACK is then an error to ignore. */
function rollBack(connection: Connection): void {
  try {
    connection.query(rollback, []);
  } catch {}
}

function failure(thrown: unknown): Outcome {
  return toOutcome(translateFailure(thrown));
}
