import { ServiceError } from '../../errors/service-error.ts';
import { hidePassword, type PostgresAddress, readPostgresUrl, serverName } from '../../lib/addresses/database-url.ts';
import { Assertions } from '../assertions.ts';
import type { OnProgress } from '../progress.ts';
import { readOldestWriter, refuseSchemaFaults, requireWriter } from '../schema.ts';
import { readSomething } from '../settings.ts';
import { maxWaiting, tooManyWaiting, unavailable } from '../storage-errors.ts';
import {
  type Command,
  type ConnectionCounts,
  type Migration,
  type MigrationOptions,
  type ReadsMoved,
  type Source,
  StorageError,
  type Store,
} from '../store.ts';
import { type Connection, migrationLockTimeoutMs } from './connection.ts';
import { ConnectionPool, noWait } from './connection-pool.ts';
import { postgresClock, postgresDialect, postgresIds, postgresSize, postgresWriters } from './dialect.ts';
import { explainToOperator } from './failures.ts';
import { migrate, plan } from './migrate.ts';
import { beginSnapshot, type PostgresReader, startPostgresReader } from './postgres-reader.ts';
import { findSchemaFaults } from './schema-faults.ts';
import { Servers } from './servers.ts';
import { type StandbyCheck, startStandbyCheck } from './standby-check.ts';
import { onSupportedEngine } from './supported-engine.ts';
import { type GroupCommand, WriteGroups, writeAlone } from './write-groups.ts';

export interface ServerSettings {
  /** The number of connections, at least 4. */
  connections: number;
  /** The servers to read from, if not the primary. */
  readUrl: string | undefined;
  /** Files with these URLs, read again when a server refuses the password. */
  urlFile: string | undefined;
  readUrlFile: string | undefined;
  /** How long a read or a write waits while no connection is open. */
  waitMs: number;
  /** Called when reads go to another server than before, with the reason why if it is known. */
  onReadsMoved?: ReadsMoved | undefined;
}

type PostgresOptions = ServerSettings & Pick<MigrationOptions, 'onMigrated' | 'onProgress'>;

/** Opens a store in a PostgreSQL database, which several nodes may share. @throws StorageError */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const { connections, readUrl, urlFile, readUrlFile, waitMs, onMigrated, onProgress, onReadsMoved } = options;
  const readsStandbys = readUrl !== undefined;
  const readers = Math.max(1, Math.floor(connections / 5));
  const size = connections - readers - 1 - Number(readsStandbys);
  const opened: { close(): void }[] = [];
  try {
    const { primary, writes } = await orStorageError(url, async (address) => {
      const servers = new Servers({ ...address, urlFile }, 'primary', { appliesCommits: readsStandbys });
      return { primary: servers, writes: await openWritePool(servers, { size, waitMs, onMigrated, onProgress }) };
    });
    opened.push(writes);
    const standbys = readsStandbys ? await orStorageError(url, () => startStandbyCheck(primary, waitMs)) : undefined;
    if (standbys !== undefined) opened.push(standbys);
    const reads = await orStorageError(readUrl ?? url, (address) => {
      const servers = readServers({ ...address, urlFile: readsStandbys ? readUrlFile : urlFile }, primary, standbys);
      servers.onMove((server) => onReadsMoved?.(serverName(server), servers.failure));
      return startPostgresReader(servers, { size: readers, waitMs });
    });
    return createStore(reads, writes, standbys);
  } catch (error) {
    for (const part of opened) part.close();
    throw error;
  }
}

/** Where to read. Of one server, reads go on while it is set to be read-only. */
function readServers(address: PostgresAddress, primary: Servers, standbys: StandbyCheck | undefined): Servers {
  if (standbys !== undefined) return new Servers(address, 'any', { check: (connection) => standbys.check(connection) });
  if (address.servers.length === 1) return new Servers(address, 'readable primary');
  // The one that is written to, also while two take themselves for the primary.
  return primary;
}

/** Opens a database as it is at this moment: later commits are not seen. @throws StorageError */
export async function openPostgresSnapshot(url: string): Promise<Source> {
  const connection = await orStorageError(url, async (address) => {
    const opened = await new Servers(address, 'primary').open('scan');
    await opened.query(beginSnapshot, []);
    return opened;
  });
  const reader = { dialect: postgresDialect, query: connection.query.bind(connection) };
  const close = async () => connection.close();
  return { reader, ids: postgresIds, close, [Symbol.asyncDispose]: close };
}

/** Migrates the database, and opens connections with one transaction at a time each. */
async function openWritePool(
  servers: Servers,
  {
    size,
    waitMs,
    onMigrated,
    onProgress,
  }: { size: number } & Pick<PostgresOptions, 'waitMs' | 'onMigrated' | 'onProgress'>,
): Promise<ConnectionPool> {
  const first = await servers.open('write');
  try {
    const migration = await first.withLockTimeout(migrationLockTimeoutMs, () =>
      onSupportedEngine(first, () => migrate(first, undefined, onProgress)),
    );
    if (migration.from < migration.to) onMigrated?.(migration);
  } catch (error) {
    first.close();
    throw error;
  }
  return await ConnectionPool.start(servers, { purpose: 'write', size, maxShared: 1, waitMs }, first);
}

/** Migrates a database to this program's schema. @throws StorageError */
export function migratePostgres(url: string, onProgress?: OnProgress): Promise<Migration> {
  return withConnection(url, (connection) =>
    onSupportedEngine(connection, () => migrate(connection, undefined, onProgress)),
  );
}

/** The migration that a database needs. Changes nothing. @throws StorageError */
export function planPostgresMigration(url: string): Promise<Migration> {
  return withConnection(url, (connection) => plan(connection));
}

/** @throws StorageError when something was added to the tables of a database that changes what is written to them */
export function requireOwnPostgresSchema(url: string): Promise<void> {
  return withConnection(url, async (connection) => refuseSchemaFaults('it', await findSchemaFaults(connection)));
}

async function withConnection<Result>(url: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  return await orStorageError(url, async (address) => {
    using connection = await new Servers(address, 'primary').open('migrate');
    return await work(connection);
  });
}

function createStore(reads: PostgresReader, writes: ConnectionPool, standbys: StandbyCheck | undefined): Store {
  const groups = new Map<string, unknown>();
  let isClosed = false;
  let writing = 0;
  const idle = Promise.withResolvers<void>();
  let writeFailure: ServiceError | undefined;
  const assertions = new Assertions();

  function groupsOf<Input, Output>(command: GroupCommand<Input, Output>): WriteGroups<Input, Output> {
    const known = groups.get(command.name) ?? new WriteGroups(writes, command);
    groups.set(command.name, known);
    return known as WriteGroups<Input, Output>;
  }

  // The same two functions for all writes: an async function would cost each of them more.
  function succeed<Output>(output: Output): Output {
    endWrite();
    writeFailure = undefined;
    return output;
  }

  function fail(error: unknown): never {
    endWrite();
    if (error instanceof ServiceError && error.code === 'unavailable') writeFailure = error;
    assertions.note(error);
    throw error;
  }

  function endWrite(): void {
    writing--;
    if (isClosed && writing === 0) idle.resolve();
  }

  return {
    reader: reads,
    ids: postgresIds,
    clock: postgresClock,
    size: postgresSize,
    writers: postgresWriters,
    revision: () => undefined,
    refresh() {},
    write<Input, Output>(command: Command<Input, Output>, input: Input) {
      if (isClosed) return Promise.reject(unavailable('the storage is closed'));
      if (writing >= maxWaiting) return Promise.reject(tooManyWaiting());
      const written = isGroupCommand(command) ? groupsOf(command).push(input) : writeAlone(writes, command, input);
      writing++;
      return written.then(succeed, fail);
    },
    get waiting() {
      return writing;
    },
    metrics: {
      ...writes.commits,
      connections: () => addCounts([writes.counts, ...reads.counts, ...(standbys ? [standbys.counts] : [])]),
    },
    assertions,
    async check() {
      writes.check();
      assertions.check();
      requireWriter(await reads.queryAtOnce(readOldestWriter));
    },
    checkReads: async () => void (await reads.queryAtOnce(readSomething)),
    async checkWrites() {
      const error = writes.waitError(noWait);
      if (error?.code === 'unavailable') throw error;
      if (writeFailure !== undefined) throw writeFailure;
      assertions.check();
      requireWriter(await reads.queryAtOnce(readOldestWriter));
    },
    async close() {
      isClosed = true;
      if (writing > 0) await idle.promise;
      reads.close();
      writes.close();
      standbys?.close();
    },
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

function addCounts(all: readonly ConnectionCounts[]): ConnectionCounts {
  const sum = { open: 0, used: 0, waiting: 0, lost: 0 };
  for (const counts of all) {
    for (const name of ['open', 'used', 'waiting', 'lost'] as const) sum[name] += counts[name];
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
    const reason = error instanceof StorageError ? error.message : explainToOperator(error);
    const message = `cannot use the database ${hidePassword(url)}: ${reason}`;
    throw new StorageError(message.replaceAll(/\s+/g, ' '), { cause: error });
  }
}
