import { type OnProgress, oneStep } from '../progress.ts';
import {
  expectedTables,
  firstCheckedVersion,
  lastVersion,
  type MigrationStep,
  oldestWriterOf,
  planSteps,
  postgresMigrations,
  readOldestWriter,
  refuseOutdated,
  stepsAfter,
} from '../schema.ts';
import { statement } from '../statement.ts';
import { type Migration, StorageError } from '../store.ts';
import { type Connection, migrationLockTimeoutMs } from './connection.ts';
import { postgresSize } from './dialect.ts';
import { writerCheckIntervalMs } from './transaction.ts';

const readEncoding = statement<readonly [encoding: string]>("SELECT current_setting('server_encoding')");
const readVersion = statement<readonly [version: bigint]>('SELECT version FROM petstore_schema');
const saveVersion = statement<never>('UPDATE petstore_schema SET version = $1');
const saveOldestWriter = statement<never>('UPDATE petstore_writers SET oldest_writer = $1');
// Of the session, because it is held from the announcement to the COMMIT; it ends with its connection.
const lockMigrations = statement<readonly unknown[]>(
  "SELECT pg_advisory_lock(hashtextextended('petstore migrate', 0))",
);
const unlockMigrations = statement<readonly unknown[]>(
  "SELECT pg_advisory_unlock(hashtextextended('petstore migrate', 0))",
);
const findTables = statement<readonly [name: string]>(
  `SELECT CAST(tablename AS TEXT) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()`,
);
const shortWaitMs = 1_000;
/** Tables of other programs with such names would be taken for ours. */
const ownNames: ReadonlySet<string> = new Set(['petstore_schema', 'pets', 'keys', 'settings']);
const createVersion = `
  CREATE TABLE IF NOT EXISTS petstore_schema (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL);
  INSERT INTO petstore_schema (id, version) VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

/**
 * Migrates the database to this program's schema. Of several nodes that call it at the same time one migrates, and the
 * others wait for it. If no migration is needed, no right to change the schema is needed either.
 * @throws StorageError when the database cannot be migrated; it is not changed
 */
export async function migrate(
  connection: Connection,
  steps: readonly MigrationStep[] = postgresMigrations,
  onProgress?: OnProgress,
): Promise<Migration> {
  const planned = await plan(connection, steps);
  if (planned.from === planned.to) return planned;
  // Another node may hold the lock for as long as its migration takes.
  await connection.execute('SET lock_timeout = 0');
  await waitForLock('waiting for the migration by another node', connection.query(lockMigrations, []), onProgress);
  try {
    // While it waits for a table, every write that comes later waits as well.
    await connection.execute(`SET lock_timeout = ${migrationLockTimeoutMs}`);
    return await migrateAlone(connection, steps, onProgress);
  } finally {
    await connection.query(unlockMigrations, []).catch(() => connection.close());
  }
}

/** If it takes long, it says for what it waits. */
async function waitForLock(task: string, locked: Promise<unknown>, onProgress: OnProgress | undefined): Promise<void> {
  using _timer = setTimeout(() => onProgress?.({ task, done: 0, total: 1, unit: 'locks' }), shortWaitMs);
  await locked;
}

async function migrateAlone(
  connection: Connection,
  steps: readonly MigrationStep[],
  onProgress: OnProgress | undefined,
): Promise<Migration> {
  const planned = await plan(connection, steps);
  if (planned.from === planned.to) return planned;
  const resumeWriters = await stopOlderWriters(connection, planned, steps);
  await connection.execute('BEGIN');
  try {
    await connection.execute(createVersion);
    await runSteps(connection, planned, steps, onProgress);
    await connection.execute('COMMIT');
    return planned;
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    await resumeWriters().catch(() => undefined);
    throw error;
  }
}

/**
 * Announces the oldest writer before the change, and waits until older nodes have noticed, also if a node that has ended
 * since then had announced it. Returns what withdraws the announcement. Releases from before the check notice nothing, and
 * must be stopped by hand.
 */
async function stopOlderWriters(
  connection: Connection,
  { from, to }: Migration,
  steps: readonly MigrationStep[],
): Promise<() => Promise<void>> {
  const [current, next] = [oldestWriterOf(steps, from), oldestWriterOf(steps, to)];
  if (from < firstCheckedVersion || next <= current) return async () => undefined;
  await connection.query(saveOldestWriter, [next]);
  await Bun.sleep(2 * writerCheckIntervalMs);
  return async () => void (await connection.query(saveOldestWriter, [current]));
}

async function runSteps(
  connection: Connection,
  { from, to }: Migration,
  steps: readonly MigrationStep[],
  onProgress: OnProgress | undefined,
): Promise<void> {
  const written = [...expectedTables(steps, from)].filter((name) => !name.startsWith('petstore_'));
  if (written.length > 0) {
    // Reads go on.
    const locked = connection.execute(`LOCK TABLE ${written.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
    await waitForLock('waiting for writes that began before the migration', locked, onProgress);
  }
  if (onProgress !== undefined) {
    const [[bytes = 0n] = []] = await connection.query(postgresSize, []);
    onProgress(oneStep(`migrating to schema version ${to}`, Number(bytes)));
  }
  for (const { script } of stepsAfter(steps, from)) await connection.execute(script);
  await connection.query(saveVersion, [BigInt(to)]);
  await connection.query(saveOldestWriter, [oldestWriterOf(steps, to)]);
}

/** The migration that the database needs. Changes nothing. @throws StorageError when the database cannot be used */
export async function plan(
  connection: Connection,
  steps: readonly MigrationStep[] = postgresMigrations,
): Promise<Migration> {
  // Another node may migrate the database between two statements.
  await connection.execute('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await planInTransaction(connection, steps);
  } finally {
    await connection.execute('ROLLBACK').catch(() => undefined);
  }
}

async function planInTransaction(connection: Connection, steps: readonly MigrationStep[]): Promise<Migration> {
  const [encoding] = await connection.query(readEncoding, []);
  if (encoding?.[0] !== 'UTF8') throw new StorageError(`its encoding is ${encoding?.[0]}, and must be UTF8`);
  const found = (await connection.query(findTables, [])).map(([name]) => name);
  if (!found.includes('petstore_schema')) {
    refuseForeignTables(found);
    return planSteps('it', steps, 0, found);
  }
  const from = Number((await connection.query(readVersion, []))[0]?.[0] ?? 0n);
  const migration = planSteps('it', steps, from, found);
  if (from >= firstCheckedVersion) {
    const [row] = await connection.query(readOldestWriter, []);
    refuseOutdated('it', lastVersion(steps), Number(row?.[0]));
  }
  return migration;
}

function refuseForeignTables(found: readonly string[]): void {
  const foreign = found.find((name) => ownNames.has(name));
  if (foreign === undefined) return;
  throw new StorageError(`it has a table ${foreign} of another program; use a separate database for petstore`);
}
