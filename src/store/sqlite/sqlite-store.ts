import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { unavailable } from '../errors.ts';
import { statement } from '../statement.ts';
import { type Command, type Migration, type Source, StorageError, type Store } from '../store.ts';
import { type Connection, connect } from './database.ts';
import { sqliteIds } from './dialect.ts';
import { toStorageError } from './failures.ts';
import { migrate, plan } from './migrate.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { WriteQueue } from './write-queue.ts';

export interface SqliteOptions {
  /** The program of the writer thread. */
  writerScript: string;
  /** Further writes are refused with `overloaded`. */
  maxWaitingWrites: number;
}

const batchTimeoutMs = 20_000;
const readSomething = statement<readonly [bigint]>('SELECT count(*) FROM settings');

/**
 * Opens a store in a SQLite file, which is created if it does not exist. Reads run in this thread, writes in another one.
 * @throws StorageError
 */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  migrateSqlite(path);
  try {
    return await startStore(path, options);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Opens a file that another process has opened before. It is neither made nor migrated here. @throws StorageError */
export async function openMigratedSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  const { from, to } = planSqliteMigration(path);
  if (from !== to) throw new StorageError(`${path} is at schema version ${from}, and this release needs ${to}`);
  try {
    return await startStore(path, options);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** Opens an existing file for reading only. @throws StorageError */
export function openSqliteSource(path: string): Source {
  const reader = connectReader(path);
  return { reader, ids: sqliteIds, close: () => reader.close() };
}

/** Migrates a file, which is created if it does not exist. @throws StorageError */
export function migrateSqlite(path: string): Migration {
  return withConnection(path, 'write', migrate);
}

/** The migration that an existing file needs. Changes nothing. @throws StorageError */
export function planSqliteMigration(path: string): Migration {
  return withConnection(path, 'read', plan);
}

function withConnection<Result>(
  path: string,
  mode: 'read' | 'write',
  work: (connection: Connection, path: string) => Result,
): Result {
  try {
    if (mode === 'write') createFile(path);
    const connection = connect(path, mode);
    try {
      return work(connection, path);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** @throws StorageError */
function connectReader(path: string): SnapshotReader {
  try {
    return new SnapshotReader(() => connect(path, 'read'));
  } catch (error) {
    throw toStorageError(error, path);
  }
}

async function startStore(path: string, options: SqliteOptions): Promise<Store> {
  const reader = connectReader(path);
  const queue = await WriteQueue.start(path, {
    script: options.writerScript,
    maxWaiting: options.maxWaitingWrites,
    batchTimeoutMs,
    onCommit: () => reader.refresh(),
  });
  let isClosed = false;
  const checkReads = () => {
    reader.query(readSomething, []);
    reader.requireInPlace();
  };
  return {
    reader,
    ids: sqliteIds,
    revision: () => reader.revision(),
    refresh: () => reader.refresh(),
    write<Input, Output>(command: Command<Input, Output>, input: Input) {
      if (isClosed) return Promise.reject(unavailable('the storage is closed'));
      return queue.push(command.name, input) as Promise<Output>;
    },
    get waiting() {
      return queue.waiting;
    },
    metrics: queue.metrics,
    check() {
      checkReads();
      queue.check();
    },
    checkReads,
    checkWrites: () => queue.check(),
    async close() {
      isClosed = true;
      await queue.close();
      reader.close();
    },
  };
}

/** Only the owner may read the file: it has hashes of keys, secrets of webhooks and the secret of cursors. */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
