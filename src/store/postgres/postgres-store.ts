import type { OnProgress } from '../../lib/progress.ts';
import { ServiceError } from '../../model/errors.ts';
import { tooManyWaiting, unavailable } from '../errors.ts';
import { readOldestWriter, requireOwnSchema, requireWriter } from '../schema.ts';
import { statement } from '../statement.ts';
import {
  type Command,
  type ConnectionCounts,
  type Migration,
  type MigrationOptions,
  type Source,
  StorageError,
  type Store,
} from '../store.ts';
import { hidePassword, type PostgresAddress, readPostgresUrl } from './address.ts';
import { type Connection, migrationLockTimeoutMs } from './connection.ts';
import { ConnectionPool, maxWaiting, noWait } from './connection-pool.ts';
import { postgresClock, postgresDialect, postgresIds, postgresSize, postgresWriters } from './dialect.ts';
import { explain } from './failures.ts';
import { migrate, plan } from './migrate.ts';
import { PostgresReader } from './postgres-reader.ts';
import { findSchemaFaults } from './schema-faults.ts';
import { Servers } from './servers.ts';
import { type GroupCommand, WriteGroups, writeAlone } from './write-groups.ts';

export interface PostgresOptions extends Pick<MigrationOptions, 'onMigrated' | 'onProgress'> {
  /** The number of connections, at least 4. */
  connections: number;
  /** The servers to read from, if not the primary. */
  readUrl: string | undefined;
  /** How long a read or a write waits while no connection is open. */
  waitMs: number;
}

const readSomething = statement<readonly [bigint]>('SELECT count(*) FROM settings');
const beginSnapshot = statement<never>('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
const readReplication = statement<readonly [synchronousCommit: string, standbys: string]>(
  "SELECT current_setting('synchronous_commit'), current_setting('synchronous_standby_names')",
);

/** Opens a store in a PostgreSQL database, which several nodes may share. @throws StorageError */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const { connections, readUrl, waitMs, onMigrated, onProgress } = options;
  const readers = Math.max(1, Math.floor(connections / 5));
  const reads = { size: readers, waitMs };
  const writers = { size: connections - readers - 1, waitMs, onMigrated, onProgress };
  const writes = await orStorageError(url, (address) => openWritePool(address, writers));
  try {
    if (readUrl === undefined) {
      return createStore(
        await orStorageError(url, (address) => PostgresReader.start(address, 'primary', reads)),
        writes,
      );
    }
    await orStorageError(url, () => requireAppliedCommits(writes));
    return createStore(await orStorageError(readUrl, (address) => PostgresReader.start(address, 'any', reads)), writes);
  } catch (error) {
    writes.close();
    throw error;
  }
}

/** Opens a database as it is at this moment: later commits are not seen. @throws StorageError */
export async function openPostgresSnapshot(url: string): Promise<Source> {
  const connection = await orStorageError(url, async (address) => {
    const opened = await new Servers(address, 'primary').open('scan');
    await opened.query(beginSnapshot, []);
    return opened;
  });
  const reader = { ...postgresDialect, query: connection.query.bind(connection) };
  return { reader, ids: postgresIds, close: () => connection.close() };
}

/** Migrates the database, and opens connections with one transaction at a time each. */
async function openWritePool(
  address: PostgresAddress,
  { size, waitMs, onMigrated, onProgress }: { size: number } & Omit<PostgresOptions, 'connections' | 'readUrl'>,
): Promise<ConnectionPool> {
  const servers = new Servers(address, 'primary');
  const first = await servers.open('write');
  try {
    const migration = await first.withLockTimeout(migrationLockTimeoutMs, () => migrate(first, undefined, onProgress));
    if (migration.from < migration.to) onMigrated?.(migration);
  } catch (error) {
    first.close();
    throw error;
  }
  return await ConnectionPool.start(servers, { purpose: 'write', size, maxShared: 1, waitMs }, first);
}

/** Migrates a database to this program's schema. @throws StorageError */
export function migratePostgres(url: string, onProgress?: OnProgress): Promise<Migration> {
  return withConnection(url, (connection) => migrate(connection, undefined, onProgress));
}

/** The migration that a database needs. Changes nothing. @throws StorageError */
export function planPostgresMigration(url: string): Promise<Migration> {
  return withConnection(url, (connection) => plan(connection));
}

/** @throws StorageError when something was added to the tables of a database that changes what is written to them */
export function requireOwnPostgresSchema(url: string): Promise<void> {
  return withConnection(url, async (connection) => requireOwnSchema('it', await findSchemaFaults(connection)));
}

async function withConnection<Result>(url: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  return await orStorageError(url, async (address) => {
    const connection = await new Servers(address, 'primary').open('migrate');
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  });
}

/** Standbys may be read only if every commit is visible there before it is acknowledged. */
async function requireAppliedCommits(writes: ConnectionPool): Promise<void> {
  const [replication] = await writes.use((connection) => connection.query(readReplication, []));
  const [synchronousCommit, standbys] = replication ?? [];
  if (synchronousCommit === 'remote_apply' && standbys !== '') return;
  throw new StorageError(
    'reading from standbys needs synchronous_commit = remote_apply and all of them in synchronous_standby_names; ' +
      'otherwise a standby could miss acknowledged writes',
  );
}

function createStore(reads: PostgresReader, writes: ConnectionPool): Store {
  const pending = new Set<Promise<unknown>>();
  const groups = new Map<string, unknown>();
  let isClosed = false;
  let writeFailure: ServiceError | undefined;

  function groupsOf<Input, Output>(command: GroupCommand<Input, Output>): WriteGroups<Input, Output> {
    const known = groups.get(command.name) ?? new WriteGroups(writes, command);
    groups.set(command.name, known);
    return known as WriteGroups<Input, Output>;
  }

  return {
    reader: reads,
    ids: postgresIds,
    clock: postgresClock,
    size: postgresSize,
    writers: postgresWriters,
    revision: () => undefined,
    refresh() {},
    async write<Input, Output>(command: Command<Input, Output>, input: Input) {
      if (isClosed) throw unavailable('the storage is closed');
      if (pending.size >= maxWaiting) throw tooManyWaiting();
      const written = isGroupCommand(command) ? groupsOf(command).push(input) : writeAlone(writes, command, input);
      pending.add(written);
      try {
        const output = await written;
        writeFailure = undefined;
        return output;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'unavailable') writeFailure = error;
        throw error;
      } finally {
        pending.delete(written);
      }
    },
    get waiting() {
      return pending.size;
    },
    metrics: { ...writes.commits, connections: () => addCounts([writes.counts, ...reads.counts]) },
    async check() {
      writes.check();
      requireWriter(await reads.queryAtOnce(readOldestWriter));
    },
    checkReads: async () => void (await reads.queryAtOnce(readSomething)),
    async checkWrites() {
      const error = writes.waitError(noWait);
      if (error?.code === 'unavailable') throw error;
      if (writeFailure !== undefined) throw writeFailure;
      requireWriter(await reads.queryAtOnce(readOldestWriter));
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(pending);
      reads.close();
      writes.close();
    },
  };
}

function addCounts(all: readonly ConnectionCounts[]): ConnectionCounts {
  const sum = { open: 0, used: 0, waiting: 0, lost: 0 };
  for (const counts of all) {
    sum.open += counts.open;
    sum.used += counts.used;
    sum.waiting += counts.waiting;
    sum.lost += counts.lost;
  }
  return sum;
}

function isGroupCommand<Input, Output>(command: Command<Input, Output>): command is GroupCommand<Input, Output> {
  return command.runTogether !== undefined;
}

/** Does work with the database of a URL. @throws StorageError with the URL, without its password */
async function orStorageError<Result>(
  url: string,
  work: (address: PostgresAddress) => Promise<Result>,
): Promise<Result> {
  try {
    const address = readPostgresUrl(url);
    if (address === undefined) throw new StorageError('its URL is invalid');
    return await work(address);
  } catch (error) {
    const reason = error instanceof StorageError ? error.message : explain(error);
    const message = `cannot use the database ${hidePassword(url)}: ${reason}`;
    throw new StorageError(message.replaceAll(/\s+/g, ' '), { cause: error });
  }
}
