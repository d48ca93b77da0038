import type { OnProgress } from '../../lib/progress.ts';
import { fillColumn } from '../fill-column.ts';
import initial from '../migrations/0001.sqlite.sql' with { type: 'text' };
import categories from '../migrations/0002.sqlite.sql' with { type: 'text' };
import ordersAndEvents from '../migrations/0003.sqlite.sql' with { type: 'text' };
import statistics from '../migrations/0004.sqlite.sql' with { type: 'text' };
import oldestWriter from '../migrations/0005.sqlite.sql' with { type: 'text' };
import totals from '../migrations/0006.sqlite.sql' with { type: 'text' };
import webhookKeys from '../migrations/0007.sqlite.sql' with { type: 'text' };
import searchIndexes from '../migrations/0008.filled.sqlite.sql' with { type: 'text' };
import profiles from '../migrations/0008.sqlite.sql' with { type: 'text' };
import publicKeys from '../migrations/0009.sqlite.sql' with { type: 'text' };
import inquiries from '../migrations/0010.sqlite.sql' with { type: 'text' };
import {
  expectedTables,
  firstCheckedVersion,
  type MigrationStep,
  nameKeys,
  readOldestWriter,
  refuseOutdated,
  requireOwnSchema,
  requireTables,
  toSteps,
} from '../schema.ts';
import { statement } from '../statement.ts';
import { type Migration, StorageError } from '../store.ts';
import type { Connection } from './database.ts';
import { isBusy } from './failures.ts';
import { markLog } from './log-mark.ts';
import { findForeignTriggers, findObjects, findSchemaFaults } from './schema-faults.ts';
import { rollBack } from './writer.ts';

/** In order. The file's `user_version` is the number of those that have run. */
export const migrations = toSteps([
  initial,
  categories,
  ordersAndEvents,
  statistics,
  oldestWriter,
  totals,
  webhookKeys,
  [profiles, { column: nameKeys, script: searchIndexes }],
  publicKeys,
  inquiries,
]);

/** Identifies the files of this program: "pets" in ASCII, in the file's header. */
const applicationId = 0x70657473n;

const openTimeoutMs = 5_000;

const readVersion = statement<readonly [bigint]>('PRAGMA user_version');
const readApplication = statement<readonly [bigint]>('PRAGMA application_id');
const saveOldestWriter = statement<never>('UPDATE petstore_writers SET oldest_writer = $1');

export interface MigrateOptions {
  steps?: readonly MigrationStep[];
  /** Called while no other process can write, before an existing file is changed. If it throws, nothing is changed. */
  beforeChange?(version: number): void;
  onProgress?: OnProgress | undefined;
}

/**
 * Migrates the file to this program's schema. Several processes may call it at the same time. It always writes, so that
 * a file that is not writable fails here.
 * @throws StorageError when the file belongs to another program or a newer release; it is not changed
 */
export function migrate(
  connection: Connection,
  path: string,
  { steps = migrations, beforeChange = () => undefined, onProgress }: MigrateOptions = {},
): Migration {
  const planned = plan(connection, path, steps);
  if (planned.from > 0 && planned.from < firstCheckedVersion) requireNoOtherUser(connection, path, planned.from);
  // Has an effect only before anything is written to the file.
  if (planned.from === 0) connection.execute('PRAGMA auto_vacuum = INCREMENTAL');
  switchToWriteAheadLog(connection);
  connection.execute('BEGIN IMMEDIATE');
  try {
    const migration = planInTransaction(connection, path, steps);
    const { from, to } = migration;
    if (from > 0 && from < to) beforeChange(from);
    for (const step of steps.slice(from)) runStep(connection, step, onProgress);
    if (from < to) connection.query(saveOldestWriter, [BigInt(steps.at(-1)?.oldestWriter ?? 0)]);
    connection.execute(`PRAGMA application_id = ${applicationId}`);
    connection.execute(`PRAGMA user_version = ${to}`);
    markLog(connection);
    connection.execute('COMMIT');
    return migration;
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

function runStep(connection: Connection, { script, fill }: MigrationStep, onProgress: OnProgress | undefined): void {
  connection.execute(script);
  if (fill === undefined) return;
  const statements = fillColumn(fill.column, onProgress);
  for (let next = statements.next(); !next.done; ) {
    next = statements.next(connection.query(next.value.statement, next.value.params));
  }
  connection.execute(fill.script);
}

export type Inspection = 'schema' | 'triggers';

/**
 * The migration that the file needs. Changes nothing.
 * @param inspection whether all of its schema is compared with that of its version, or only triggers and views are
 * @throws StorageError as `migrate` does
 */
export function plan(
  connection: Connection,
  path: string,
  steps: readonly MigrationStep[] = migrations,
  inspection: Inspection = 'triggers',
): Migration {
  // Another process may migrate the file between two statements.
  connection.execute('BEGIN');
  try {
    return planInTransaction(connection, path, steps, inspection);
  } finally {
    rollBack(connection);
  }
}

function planInTransaction(
  connection: Connection,
  path: string,
  steps: readonly MigrationStep[],
  inspection: Inspection = 'triggers',
): Migration {
  const subject = `cannot use the database file ${path}: it`;
  const found = connection.query(findObjects, []);
  if (found.length > 0 && connection.query(readApplication, [])[0]?.[0] !== applicationId) {
    throw new StorageError(`${subject} belongs to another program`);
  }
  const from = Number(connection.query(readVersion, [])[0]?.[0]);
  if (from === 0 && found.length > 0) throw new StorageError(`${subject} has tables, but no schema version`);
  const names = found.map(([, name]) => name);
  requireTables(subject, expectedTables(steps, from), names);
  // What a newer release makes is not known here.
  if (from <= steps.length) {
    const find = inspection === 'schema' ? findSchemaFaults : findForeignTriggers;
    requireOwnSchema(subject, find(found, steps.slice(0, from)));
  }
  if (from >= firstCheckedVersion) {
    refuseOutdated(subject, steps.length, Number(connection.query(readOldestWriter, [])[0]?.[0]));
  }
  return { from, to: Math.max(from, steps.length) };
}

/** Another process has a file open that cannot be migrated meanwhile. */
export class FileInUse extends StorageError {}

/**
 * Releases from before the check of the oldest writer would not notice the migration, and go on writing.
 * @throws FileInUse
 */
function requireNoOtherUser(connection: Connection, path: string, version: number): void {
  connection.execute('PRAGMA busy_timeout = 0');
  try {
    // SQLite leaves the mode of the write-ahead log only when nobody else has the file open.
    connection.execute('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new FileInUse(
      `the database file ${path} has schema version ${version}, and another process has it open; stop the server of the ` +
        'earlier release and all other programs that use the file, then start again',
    );
  }
  connection.execute(`PRAGMA busy_timeout = ${openTimeoutMs}`);
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
