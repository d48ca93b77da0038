import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { writerScript as defaultWriter } from '../lib/program-files.ts';
import { findCopyCheckpoint } from './copy-checkpoint.ts';
import { hidePassword, readPostgresUrl, serverName } from './postgres/address.ts';
import { migratePostgres, openPostgresStore, planPostgresMigration } from './postgres/postgres-store.ts';
import {
  migrateSqlite,
  openMigratedSqliteStore,
  openSqliteSource,
  openSqliteStore,
  planSqliteMigration,
  type SqliteOptions,
} from './sqlite/sqlite-store.ts';
import { type Migration, type Source, StorageError, type Store } from './store.ts';

/** How many writes may wait for their commit before further ones are refused. */
const maxWaitingWrites = 10_000;
const defaultWaitMs = 2_000;
const fewConnections = 4;

export interface StoreOptions {
  /** The program of the writer thread, for a SQLite file. */
  writerScript?: string;
  /** How many connections to hold open, for PostgreSQL: at least 4, which are enough for one command at a time. */
  connections?: number | undefined;
  /** Another URL to read from, for PostgreSQL with standbys. */
  readUrl?: string | undefined;
  /** How long a read or a write waits for PostgreSQL while no connection to it is open. */
  waitMs?: number | undefined;
}

/**
 * Opens the storage that a database URL names: `sqlite:PATH`, or `postgres://…`.
 * @throws StorageError one line for the person who starts the program.
 */
export async function openStore(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const store = await openEngine(databaseUrl, options);
  try {
    await refuseUnfinishedCopy(store, databaseUrl);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Opens a storage that another process of the same service has opened and migrated. @throws StorageError */
export async function openSharedStore(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const path = sqlitePath(databaseUrl);
  if (path === undefined) return await openEngine(databaseUrl, options);
  return await openMigratedSqliteStore(path, sqliteOptions(options));
}

/**
 * Opens a storage to copy something into it: made if it is missing, and also if it is an unfinished copy. Unlike other
 * ways of opening, this leaves the schema of an older release as it is.
 * @throws StorageError
 */
export async function openCopyTarget(databaseUrl: string, options: StoreOptions = {}): Promise<Store> {
  const { from, to } = await planMigration(databaseUrl);
  if (from !== 0 && from < to) throw older(databaseUrl, from, to);
  return await openEngine(databaseUrl, options);
}

/** Opens a storage to copy it. Nothing is changed in it. @throws StorageError also when it is not there, or not ready */
export async function openCopySource(databaseUrl: string, options: StoreOptions = {}): Promise<Source> {
  const { from, to } = await planMigration(databaseUrl);
  if (from === 0) throw new StorageError(`there is no petstore database at ${hidePassword(databaseUrl)}`);
  if (from < to) throw older(databaseUrl, from, to);
  const path = sqlitePath(databaseUrl);
  const source = path === undefined ? await openEngine(databaseUrl, options) : openSqliteSource(path);
  try {
    await refuseUnfinishedCopy(source, databaseUrl);
    return source;
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function openEngine(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return await openSqliteStore(path, sqliteOptions(options));
  const { connections = fewConnections, readUrl, waitMs = defaultWaitMs } = options;
  return await openPostgresStore(databaseUrl, { connections, readUrl, waitMs });
}

function sqliteOptions({ writerScript = defaultWriter }: StoreOptions): SqliteOptions {
  return { writerScript, maxWaitingWrites };
}

/** Brings the storage to this program's schema, as opening it does. @throws StorageError */
export async function migrateStore(databaseUrl: string): Promise<Migration> {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return migrateSqlite(path);
  return await migratePostgres(databaseUrl);
}

/** Whether there is a storage of this program. It is left as it is. @throws StorageError when it cannot be opened */
export async function isPetstore(databaseUrl: string): Promise<boolean> {
  return (await planMigration(databaseUrl)).from !== 0;
}

/** What there is to migrate in a storage, from 0 if it is not there. It is left as it is. @throws StorageError */
async function planMigration(databaseUrl: string): Promise<Migration> {
  const path = sqlitePath(databaseUrl);
  if (path === undefined) return await planPostgresMigration(databaseUrl);
  return existsSync(path) ? planSqliteMigration(path) : { from: 0, to: 0 };
}

/** @throws StorageError when not everything of the database's source has arrived in it */
async function refuseUnfinishedCopy({ reader }: Source, databaseUrl: string): Promise<void> {
  const mark = await findCopyCheckpoint(reader);
  if (mark === undefined) return;
  throw new StorageError(
    `${hidePassword(databaseUrl)} holds an unfinished copy of ${mark.source}; ` +
      'finish it with "petstore copy", or use another database',
  );
}

function older(databaseUrl: string, from: number, to: number): StorageError {
  return new StorageError(
    `${hidePassword(databaseUrl)} is at schema version ${from}, and this release needs ${to}; ` +
      'run "petstore migrate" on it first',
  );
}

/**
 * The name of a database, for telling it from others: the same for all relative and absolute paths of a file, and for
 * all users and passwords of a server.
 */
export function databaseName(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  if (path !== undefined) return `sqlite:${existsSync(path) ? realpathSync(path) : resolve(path)}`;
  const address = readPostgresUrl(databaseUrl);
  return `postgres://${address?.servers.map(serverName).toSorted().join(',')}/${address?.database}`;
}

/** The file that a database URL names, or `undefined` if it names no file. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
}
