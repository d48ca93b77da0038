import { minInt64 } from '../../../contract/int64.ts';
import { foldKey } from '../../lib/fold-text.ts';
import type { OnProgress } from '../progress.ts';
import {
  firstCheckedVersion,
  oldestWriterOf,
  planSteps,
  readOldestWriter,
  refuseOutdated,
  refuseSchemaFaults,
  schemaVersion,
  sqliteMigrations,
  stepsAfter,
  stepsUntil,
} from '../schema.ts';
import { statement } from '../statement.ts';
import { type Migration, StorageError } from '../store.ts';
import type { FileConnection } from './database.ts';
import { isBusy } from './failures.ts';
import { applicationId, switchToWriteAheadLog } from './log-mode.ts';
import { findForeignTriggers, findObjects, findSchemaFaults } from './schema-faults.ts';
import { rollBack } from './writer.ts';

/** Identifies the files of this program: "pets" in ASCII, in the file's header. */

const openTimeoutMs = 5_000;

const readVersion = statement<readonly [bigint]>('PRAGMA user_version');
const readApplication = statement<readonly [bigint]>('PRAGMA application_id');
const saveOldestWriter = statement<never>('UPDATE petstore_writers SET oldest_writer = $1');

export interface MigrateOptions {
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
  connection: FileConnection,
  path: string,
  { beforeChange = () => undefined, onProgress }: MigrateOptions = {},
): Migration {
  const planned = plan(connection, path);
  if (planned.from > 0 && planned.from < firstCheckedVersion) requireNoOtherUser(connection, path, planned.from);
  // Has an effect only before anything is written to the file.
  if (planned.from === 0) connection.execute('PRAGMA auto_vacuum = INCREMENTAL');
  switchToWriteAheadLog(connection.execute);
  connection.execute('BEGIN IMMEDIATE');
  try {
    const { from, to } = planInTransaction(connection, path, 'triggers');
    const needed = stepsAfter(sqliteMigrations, from);
    if (from > 0 && needed.length > 0) beforeChange(from);
    for (const { script } of needed) runScript(connection, script, onProgress);
    if (from < to) connection.query(saveOldestWriter, [oldestWriterOf(sqliteMigrations, to)]);
    connection.execute(`PRAGMA application_id = ${applicationId}`);
    connection.execute(`PRAGMA user_version = ${to}`);
    connection.execute('COMMIT');
    return { from, to };
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}

/** The line of a script before which the program has to do what SQL cannot. */
const fillLine = '-- fill pets.name_key\n';

function runScript(connection: FileConnection, script: string, onProgress: OnProgress | undefined): void {
  const [first = '', ...rest] = script.split(fillLine);
  connection.execute(first);
  for (const part of rest) {
    fillNameKeys(connection, onProgress);
    connection.execute(part);
  }
}

const countNames = statement<readonly [animals: bigint]>('SELECT count(*) FROM pets');
const readNames = statement<readonly [id: bigint, name: string]>(
  'SELECT id, name FROM pets WHERE id > $1 ORDER BY id LIMIT 1000',
);
// By its id: for a join with a list of keys SQLite reads all animals.
const saveNameKey = statement<never>('UPDATE pets SET name_key = $1 WHERE id = $2');

/** The folded names, by which animals are found and sorted. */
function fillNameKeys(connection: FileConnection, onProgress: OnProgress | undefined): void {
  const [[total] = [0n]] = connection.query(countNames, []);
  const report = (task: string, done: number) => onProgress?.({ task, done, total: Number(total), unit: 'rows' });
  let done = 0;
  for (let last: bigint | undefined = minInt64; last !== undefined; ) {
    report('folding the names of animals', done);
    const rows: (readonly [id: bigint, name: string])[] = connection.query(readNames, [last]);
    for (const [id, name] of rows) connection.query(saveNameKey, [foldKey(name), id]);
    done += rows.length;
    last = rows.at(-1)?.[0];
  }
  report('indexing the names of animals', 0);
}

export type Inspection = 'schema' | 'triggers';

/**
 * The migration that the file needs. Changes nothing.
 * @param inspection whether all of its schema is compared with that of its version, or only triggers and views are
 * @throws StorageError as `migrate` does
 */
export function plan(connection: FileConnection, path: string, inspection: Inspection = 'triggers'): Migration {
  // Another process may migrate the file between two statements.
  connection.execute('BEGIN');
  try {
    return planInTransaction(connection, path, inspection);
  } finally {
    rollBack(connection);
  }
}

function planInTransaction(connection: FileConnection, path: string, inspection: Inspection): Migration {
  const subject = `cannot use the database file ${path}: it`;
  const found = connection.query(findObjects, []);
  if (found.length > 0 && connection.query(readApplication, [])[0]?.[0] !== BigInt(applicationId)) {
    throw new StorageError(`${subject} belongs to another program`);
  }
  const from = readVersionOf(connection);
  if (from === 0 && found.length > 0) throw new StorageError(`${subject} has tables, but no schema version`);
  const names = found.map(([, name]) => name);
  const { to } = planSteps(subject, sqliteMigrations, from, names);
  // What a newer release makes is not known here.
  if (from <= schemaVersion) {
    const own = stepsUntil(sqliteMigrations, from);
    refuseSchemaFaults(subject, (inspection === 'schema' ? findSchemaFaults : findForeignTriggers)(found, own));
  }
  if (from >= firstCheckedVersion) {
    refuseOutdated(subject, schemaVersion, Number(connection.query(readOldestWriter, [])[0]?.[0]));
  }
  return { from, to };
}

const readVersionOf = (connection: FileConnection) => Number(connection.query(readVersion, [])[0]?.[0]);

/** Another process has a file open that cannot be migrated meanwhile. */
export class FileInUse extends StorageError {}

/**
 * Releases from before the check of the oldest writer would not notice the migration, and go on writing.
 * @throws FileInUse
 */
function requireNoOtherUser(connection: FileConnection, path: string, version: number): void {
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
