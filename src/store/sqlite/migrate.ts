import initial from '../migrations/0001.sqlite.sql' with { type: 'text' };
import categories from '../migrations/0002.sqlite.sql' with { type: 'text' };
import ordersAndEvents from '../migrations/0003.sqlite.sql' with { type: 'text' };
import statistics from '../migrations/0004.sqlite.sql' with { type: 'text' };
import webhooks from '../migrations/0005.sqlite.sql' with { type: 'text' };
import { statement } from '../statement.ts';
import { type Migration, StorageError } from '../store.ts';
import type { Connection } from './database.ts';
import { isBusy } from './failures.ts';

/** In order. The file's `user_version` is the number of those that have run. */
const migrations = [initial, categories, ordersAndEvents, statistics, webhooks];

/** Identifies the files of this program: "pets" in ASCII, in the file's header. */
const applicationId = 0x70657473n;

const openTimeoutMs = 5_000;

const readVersion = statement<readonly [bigint]>('PRAGMA user_version');
const readApplication = statement<readonly [bigint]>('PRAGMA application_id');
const countTables = statement<readonly [bigint]>('SELECT count(*) FROM sqlite_master');

/**
 * Migrates the file to this program's schema. Several processes may call it at the same time. It always writes, so that
 * a file that is not writable fails here.
 * @throws StorageError when the file belongs to another program or a newer release; it is not changed
 */
export function migrate(connection: Connection, path: string): Migration {
  plan(connection, path);
  switchToWriteAheadLog(connection);
  connection.execute('BEGIN IMMEDIATE');
  try {
    const { from, to } = plan(connection, path);
    for (const script of migrations.slice(from)) connection.execute(script);
    connection.execute(`PRAGMA application_id = ${applicationId}`);
    connection.execute(`PRAGMA user_version = ${to}`);
    connection.execute('COMMIT');
    return { from, to };
  } catch (error) {
    connection.execute('ROLLBACK');
    throw error;
  }
}

/** The migration that the file needs. Changes nothing. @throws StorageError as `migrate` does */
export function plan(connection: Connection, path: string): Migration {
  refuseForeignFile(connection, path);
  const from = Number(connection.query(readVersion, [])[0]?.[0]);
  if (from > migrations.length) throw newerFile(path, from);
  return { from, to: migrations.length };
}

function refuseForeignFile(connection: Connection, path: string): void {
  const isEmpty = connection.query(countTables, [])[0]?.[0] === 0n;
  const application = connection.query(readApplication, [])[0]?.[0];
  if (isEmpty || application === applicationId) return;
  throw new StorageError(`cannot use the database file ${path}: it belongs to another program`);
}

/** When several processes open a new file, this statement can fail as busy: SQLite does not wait here. */
function switchToWriteAheadLog(connection: Connection): void {
  const deadline = performance.now() + openTimeoutMs;
  for (;;) {
    try {
      connection.execute('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Bun.sleepSync(10 * Math.random());
    }
  }
}

function newerFile(path: string, version: number): StorageError {
  return new StorageError(
    `cannot use the database file ${path}: it has schema version ${version}, made by a newer release; ` +
      `this release knows versions up to ${migrations.length}`,
  );
}
