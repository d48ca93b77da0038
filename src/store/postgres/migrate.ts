import { SQL } from 'bun';
import initial from '../migrations/0001.postgres.sql' with { type: 'text' };
import categories from '../migrations/0002.postgres.sql' with { type: 'text' };
import ordersAndEvents from '../migrations/0003.postgres.sql' with { type: 'text' };
import statistics from '../migrations/0004.postgres.sql' with { type: 'text' };
import webhooks from '../migrations/0005.postgres.sql' with { type: 'text' };
import { statement } from '../statement.ts';
import { type Migration, StorageError } from '../store.ts';
import type { Connection } from './connection.ts';
import { kindOf } from './failures.ts';

/** In order. The row of `petstore_schema` has the number of those that have run. */
const migrations = [initial, categories, ordersAndEvents, statistics, webhooks];

const readEncoding = statement<readonly [encoding: string]>("SELECT current_setting('server_encoding')");
const readVersion = statement<readonly [version: bigint]>('SELECT version FROM petstore_schema');
const lockVersion = statement<readonly [version: bigint]>('SELECT version FROM petstore_schema FOR UPDATE');
const saveVersion = statement<never>('UPDATE petstore_schema SET version = $1');
const findTables = statement<readonly [name: string]>(
  `SELECT CAST(table_name AS TEXT) FROM information_schema.tables
   WHERE table_schema = current_schema() AND table_name IN ('petstore_schema', 'pets', 'keys', 'settings')`,
);
const createVersion = `
  CREATE TABLE IF NOT EXISTS petstore_schema (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL);
  INSERT INTO petstore_schema (id, version) VALUES (1, 0) ON CONFLICT DO NOTHING;
`;
const maxAttempts = 10;

/**
 * Migrates the database to this program's schema. Several nodes may call it at the same time: they lock the row with the
 * version. If no migration is needed, no right to change the schema is needed either.
 * @throws StorageError when the database cannot be migrated; it is not changed
 */
export async function migrate(connection: Connection): Promise<Migration> {
  const planned = await plan(connection);
  if (planned.from === planned.to) return planned;
  await createVersionTable(connection);
  // Another node may hold the lock for as long as its migration takes.
  await connection.execute('SET lock_timeout = 0');
  await connection.execute('BEGIN');
  try {
    const from = Number((await connection.query(lockVersion, []))[0]?.[0]);
    refuseNewer(from);
    for (const script of migrations.slice(from)) await connection.execute(script);
    await connection.query(saveVersion, [BigInt(migrations.length)]);
    await connection.execute('COMMIT');
    return { from, to: migrations.length };
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The migration that the database needs. Changes nothing. @throws StorageError when the database cannot be used */
export async function plan(connection: Connection): Promise<Migration> {
  const [encoding] = await connection.query(readEncoding, []);
  if (encoding?.[0] !== 'UTF8') throw new StorageError(`its encoding is ${encoding?.[0]}, and must be UTF8`);
  const version = await findVersion(connection);
  if (version === undefined) await refuseForeignTables(connection);
  return { from: version ?? 0, to: migrations.length };
}

async function findVersion(connection: Connection): Promise<number | undefined> {
  try {
    const version = Number((await connection.query(readVersion, []))[0]?.[0] ?? 0n);
    refuseNewer(version);
    return version;
  } catch (error) {
    if (error instanceof SQL.PostgresError && error.errno === undefinedTable) return undefined;
    throw error;
  }
}

const undefinedTable = '42P01';
/** `duplicate_table` and `duplicate_object`, the latter for the row type of a table. */
const duplicateErrors: ReadonlySet<string> = new Set(['42P07', '42710']);

/** Even IF NOT EXISTS fails when several nodes run it at the same time. */
async function createVersionTable(connection: Connection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.execute(createVersion);
      return;
    } catch (error) {
      const isRace =
        kindOf(error) === 'conflict' || (error instanceof SQL.PostgresError && duplicateErrors.has(error.errno ?? ''));
      if (!isRace || attempt === maxAttempts) throw error;
      await Bun.sleep(10 * Math.random());
    }
  }
}

async function refuseForeignTables(connection: Connection): Promise<void> {
  const names = (await connection.query(findTables, [])).map(([name]) => name);
  if (names.length === 0 || names.includes('petstore_schema')) return;
  throw new StorageError(`it has a table ${names[0]} of another program; use a separate database for petstore`);
}

function refuseNewer(version: number): void {
  if (version <= migrations.length) return;
  throw new StorageError(
    `it has schema version ${version}, made by a newer release; this release knows versions up to ${migrations.length}`,
  );
}
