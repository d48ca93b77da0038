import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { hidePassword, readPostgresUrl, serverName, sqlitePath } from '../lib/addresses/database-url.ts';
import { writerScript as defaultWriter } from '../lib/system/program-files.ts';
import type { ServerSettings } from './postgres/postgres-store.ts';
import { schemaVersion } from './schema.ts';
import { findUnfinishedCopy } from './settings.ts';
import type { SqliteOptions } from './sqlite/sqlite-store.ts';
import { type Migration, type MigrationOptions, type Source, StorageError, type Store } from './store.ts';

// An engine is loaded when the first database of its kind is opened: most processes use one, and many commands none.
const sqlite = () => import('./sqlite/sqlite-store.ts');
const postgres = () => import('./postgres/postgres-store.ts');

const defaultWaitMs = 2_000;
const fewConnections = 4;

type OrUndefined<Options> = { [Name in keyof Options]?: Options[Name] | undefined };

export interface StoreOptions extends MigrationOptions, OrUndefined<ServerSettings> {
  /** The program of the writer thread, for a SQLite file. */
  writerScript?: string;
  /** Whether writes to a SQLite file run in this thread: for a few of them, because another thread takes longer to start. */
  writesInline?: boolean;
  /** The `id` that a SQLite file must have: that of the file which another process of the same service has opened. */
  fileId?: string | undefined;
}

/** Opens the storage of a database URL: `sqlite:PATH` or `postgres://…`. @throws StorageError */
export async function openStore(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  return await requireComplete(await openEngine(databaseUrl, options), databaseUrl);
}

/** Opens a storage that another process of the same service has opened and migrated. @throws StorageError */
export async function openSharedStore(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const path = sqlitePath(databaseUrl);
  if (path === undefined) return await openEngine(databaseUrl, options);
  const { openMigratedSqliteStore } = await sqlite();
  return await openMigratedSqliteStore(path, sqliteOptions(options));
}

/**
 * Opens the target of a copy, which is created if it does not exist. It may be an unfinished copy.
 * @throws StorageError also when it has the schema of an older release, which is not migrated: it may be in use
 */
export async function openCopyTarget(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const { from, to } = await planMigration(databaseUrl);
  if (from !== 0) {
    requireSameVersion(databaseUrl, from, to);
    await requireOwnSchema(databaseUrl);
  }
  return await openEngine(databaseUrl, options);
}

/** Opens the source of a copy for reading. @throws StorageError also when it does not exist, or has an older schema */
export async function openCopySource(databaseUrl: string, options: StoreOptions = {}): Promise<Source> {
  await requireCurrentSchema(databaseUrl);
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) await requireOwnSchema(databaseUrl);
  const source = path === undefined ? await openEngine(databaseUrl, options) : (await sqlite()).openSqliteSource(path);
  return await requireComplete(source, databaseUrl);
}

/** Opens a PostgreSQL database as it is at this moment, to read it while services use it. @throws StorageError */
export async function openSnapshot(databaseUrl: string): Promise<Source> {
  await requireCurrentSchema(databaseUrl);
  const { openPostgresSnapshot } = await postgres();
  return await requireComplete(await openPostgresSnapshot(databaseUrl), databaseUrl);
}

/** @throws StorageError when the database does not exist, or has another schema. Changes nothing. */
export async function requireCurrentSchema(databaseUrl: string): Promise<void> {
  const { from, to } = await planMigration(databaseUrl);
  if (from === 0) throw new StorageError(`there is no petstore database at ${describeDatabase(databaseUrl)}`);
  requireSameVersion(databaseUrl, from, to);
}

/** Closes a storage that holds an unfinished copy, and returns any other. @throws StorageError */
async function requireComplete<Opened extends Source>(opened: Opened, databaseUrl: string): Promise<Opened> {
  try {
    await refuseUnfinishedCopy(opened, databaseUrl);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** @throws StorageError when a database has parts, such as triggers, that this program does not make */
export async function requireOwnSchema(databaseUrl: string): Promise<void> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) (await sqlite()).planSqliteMigration(path, 'schema');
  else await (await postgres()).requireOwnPostgresSchema(databaseUrl);
}

async function openEngine(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return await (await sqlite()).openSqliteStore(path, sqliteOptions(options));
  const { openPostgresStore } = await postgres();
  const { connections = fewConnections, readUrl, urlFile, readUrlFile, waitMs = defaultWaitMs } = options;
  const { onMigrated, onProgress, onReadsMoved } = options;
  const own = { connections, readUrl, urlFile, readUrlFile, waitMs, onMigrated, onProgress, onReadsMoved };
  return await openPostgresStore(databaseUrl, own);
}

function sqliteOptions(options: StoreOptions): SqliteOptions {
  const { writerScript = defaultWriter, writesInline, fileId, ...migration } = options;
  return { writerScript: writesInline === true ? undefined : writerScript, fileId, migration };
}

/** Migrates a storage to this program's schema, as opening it does. @throws StorageError */
export async function migrateStore(databaseUrl: string, options: MigrationOptions = {}): Promise<Migration> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return (await sqlite()).migrateSqlite(path, options);
  return await (await postgres()).migratePostgres(databaseUrl, options.onProgress);
}

/** Whether a database is one of this program. Changes nothing. @throws StorageError when it cannot be opened */
export async function isPetstore(databaseUrl: string): Promise<boolean> {
  return (await planMigration(databaseUrl)).from !== 0;
}

/** The migration that a storage needs, from 0 if it does not exist. Changes nothing. @throws StorageError */
export async function planMigration(databaseUrl: string): Promise<Migration> {
  const path = sqlitePath(databaseUrl);
  if (path === undefined) return await (await postgres()).planPostgresMigration(databaseUrl);
  return existsSync(path) ? (await sqlite()).planSqliteMigration(path) : { from: 0, to: 0 };
}

/** @throws StorageError when a copy into the database was begun and is not complete */
async function refuseUnfinishedCopy({ reader }: Source, databaseUrl: string): Promise<void> {
  const copy = await findUnfinishedCopy(reader);
  if (copy === undefined) return;
  throw new StorageError(
    `${hidePassword(databaseUrl)} holds an unfinished copy of ${copy.source}; ` +
      'run "petstore copy" or "petstore restore" again, or use another database',
  );
}

/** @throws StorageError when a database is not at the version that this release knows: it would miss parts of it */
function requireSameVersion(databaseUrl: string, from: number, to: number): void {
  const name = hidePassword(databaseUrl);
  if (from < to) {
    throw new StorageError(
      `${name} is at schema version ${from}, and this release needs ${to}; run "petstore migrate" on it first`,
    );
  }
  if (from > schemaVersion) {
    throw new StorageError(
      `${name} has schema version ${from}, made by a newer release; this release knows versions up to ${schemaVersion}: ` +
        'use the newer release',
    );
  }
}

/**
 * Identifies a database: the same for relative and absolute paths of a file, and for all users and passwords of a
 * server.
 */
export function databaseName(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return `sqlite:${existsSync(path) ? realpathSync(path) : resolve(path)}`;
  const address = readPostgresUrl(databaseUrl);
  return `postgres://${address?.servers.map(serverName).toSorted().join(',')}/${address?.database}`;
}

/** For a message: the whole path of a file, or the address without the password. */
export function describeDatabase(databaseUrl: string): string {
  return sqlitePath(databaseUrl) === undefined ? hidePassword(databaseUrl) : databaseName(databaseUrl);
}
