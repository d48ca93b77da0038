import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { Assertions } from '../assertions.ts';
import { oneStep } from '../progress.ts';
import { schemaVersion } from '../schema.ts';
import { maxWaiting, unavailable } from '../storage-errors.ts';
import {
  type AnyCommand,
  type Command,
  type Migration,
  type MigrationOptions,
  type Source,
  StorageError,
  type Store,
} from '../store.ts';
import { fileSize, removeFile } from './backup.ts';
import { type FileConnection, isOpenHere, openConnection, withConnection } from './database.ts';
import { sqliteIds } from './dialect.ts';
import { damaged, FilesGone, toStorageError } from './failures.ts';
import { requireCompleteFiles } from './file-faults.ts';
import { measureFile } from './file-maintenance.ts';
import { isInUse, retryWhile } from './file-use.ts';
import { endLog } from './log-mode.ts';
import { FileInUse, type Inspection, migrate, plan } from './migrate.ts';
import {
  copyBeforeMigration,
  explainFailedMigration,
  finishedName,
  keepMigrationCopy,
  removeUnfinishedCopies,
} from './migration-copy.ts';
import { fileId, holdFiles, type OpenFiles, requireFiles } from './open-files.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { WriteQueue } from './write-queue.ts';
import { startInlineWriter, startWriterThread } from './writer-thread.ts';

export interface SqliteOptions {
  /** The program of the writer thread; missing to write in this thread. */
  writerScript: string | undefined;
  /** The `id` of the file that another process has opened. */
  fileId: string | undefined;
  migration: MigrationOptions;
}

const batchTimeoutMs = 20_000;
/** Another process may have the file open for a moment, such as one that is about to migrate it, too. */
const inUseTimeoutMs = 5_000;
const isOpenElsewhere = (error: unknown) => error instanceof FileInUse;
/** Writes among many reads would wait much longer without a limit, and with a shorter one more of them have a commit of their own. */
const oneCoreGatherMs = 10;

/**
 * Opens a store in a SQLite file, which is created if it does not exist. Reads run in this thread, writes in another one unless
 * there is no `writerScript`.
 * @throws StorageError
 */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  migrateSqlite(path, options.migration);
  return await startStore(path, options).catch((error) => {
    throw toStorageError(error, path);
  });
}

/** Opens a file that another process has opened before. It is neither made nor migrated here. @throws StorageError */
export async function openMigratedSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  const { fileId: expected } = options;
  if (expected !== undefined && ![expected, undefined].includes(fileId(path))) throw new FilesGone(path, false);
  const { from, to } = planSqliteMigration(path);
  if (expected !== undefined && !isInUse(path)) {
    throw new StorageError(
      `the file system of ${dirname(resolve(path))} does not lock files: put ${path} on a local one, use PostgreSQL, or ` +
        'run without PETSTORE_WORKERS, and no command beside the service',
    );
  }
  if (from < to) throw new StorageError(`${path} is at schema version ${from}, and this release needs ${to}`);
  return await startStore(path, options).catch((error) => {
    throw toStorageError(error, path);
  });
}

/** Opens an existing file for reading only. @throws StorageError */
export function openSqliteSource(path: string): Source {
  const reader = connectReader(path);
  const close = async () => reader.close();
  return { reader, ids: sqliteIds, close, [Symbol.asyncDispose]: close };
}

/**
 * Migrates a file, which is created if it does not exist. An existing one is copied before.
 * @throws StorageError; then the file is not changed
 */
export function migrateSqlite(
  path: string,
  { skipsCopy = false, onMigrated, onProgress }: MigrationOptions = {},
): Migration {
  let begun: { version: number; copy?: string } | undefined;
  try {
    const migration = retryWhile(isOpenElsewhere, inUseTimeoutMs, () =>
      onFile(path, 'write', (connection) => {
        const beforeChange = (version: number) => {
          const begin = (task: string) => onProgress?.(oneStep(task, fileSize(path)));
          if (!skipsCopy) begin('copying the file before it is migrated');
          removeUnfinishedCopies(path);
          const copy = skipsCopy ? undefined : copyBeforeMigration(connection, path, version);
          begun = { version, ...(copy !== undefined && { copy }) };
          begin(`migrating to schema version ${schemaVersion}`);
        };
        return migrate(connection, path, { beforeChange, onProgress });
      }),
    );
    // Also that of a process which was killed between the end of its migration and this.
    keepMigrationCopy(path);
    const done = { ...migration, ...(begun?.copy !== undefined && { copy: finishedName(begun.copy) }) };
    if (done.from < done.to) onMigrated?.(done);
    return done;
  } catch (error) {
    if (begun === undefined) throw error;
    if (!isAt(path, begun.version)) {
      keepMigrationCopy(path);
      throw error;
    }
    if (begun.copy !== undefined) removeFile(begun.copy);
    throw explainFailedMigration(error, path);
  }
}

/** After a failed flush a migration may have happened all the same, or the file cannot be read: then its copy is needed. */
function isAt(path: string, version: number): boolean {
  try {
    return planSqliteMigration(path).from === version;
  } catch {
    return false;
  }
}

/** The migration that an existing file needs; see `plan`. Changes nothing. @throws StorageError */
export function planSqliteMigration(path: string, inspection?: Inspection): Migration {
  return onFile(path, 'read', (connection) => plan(connection, path, inspection));
}

function onFile<Result>(path: string, mode: 'read' | 'write', work: (connection: FileConnection) => Result): Result {
  try {
    requireCompleteFiles(path);
    if (mode === 'write') createFile(path);
    return withConnection(path, mode, work);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

/** @throws StorageError */
function connectReader(path: string, onDamage?: () => void, files?: OpenFiles): SnapshotReader {
  try {
    return new SnapshotReader(() => openConnection(path, 'read', onDamage, files));
  } catch (error) {
    throw toStorageError(error, path);
  }
}

async function startStore(path: string, options: SqliteOptions): Promise<Store> {
  const id = fileId(path);
  // For good: whatever is written to a damaged file may be lost with it.
  let isDamaged = false;
  const onDamage = () => {
    isDamaged = true;
  };
  const held = holdFiles(path);
  const reader = connectReader(path, onDamage, held.files);
  const assertions = new Assertions();
  const { writerScript } = options;
  // For a writer in this thread: another thread has a list of all commands, which takes long to load.
  const usedCommands = new Map<string, AnyCommand>();
  const queue = await WriteQueue.start(held.files, {
    startWriter(events) {
      requireFiles(held.files);
      return writerScript === undefined
        ? startInlineWriter(usedCommands, events)
        : startWriterThread(writerScript, events);
    },
    maxWaiting,
    batchTimeoutMs,
    onCommit: () => reader.refresh(),
    isDamaged: () => isDamaged,
    onDamage,
    assertions,
    maxGatherMs: writerScript !== undefined && availableParallelism() === 1 ? oneCoreGatherMs : 0,
  });
  let isClosed = false;
  // The runtime closes what is open at an exit, which copies the log to the file.
  const leaveDamaged = () => {
    if (!reader.isInPlace() && isDamaged) process.kill(process.pid, 'SIGKILL');
  };
  process.on('exit', leaveDamaged);
  const close = async () => {
    const isFirst = !isClosed;
    isClosed = true;
    await queue.close();
    process.off('exit', leaveDamaged);
    const isInPlace = isFirst && reader.isInPlace();
    reader.close();
    // Otherwise the files are left as they are, until the process ends.
    if (!isInPlace || isDamaged) return;
    const isOpenElsewhere = isOpenHere(path);
    held.close(isOpenElsewhere);
    if (!isOpenElsewhere) endLog(path);
  };
  const checkWrites = async () => {
    if (isDamaged) throw damaged();
    reader.check();
    queue.check();
    assertions.check();
  };
  return {
    reader,
    ids: sqliteIds,
    file: {
      id,
      get isDamaged() {
        return isDamaged;
      },
      noteDamage: onDamage,
      measure: () => measureFile(reader, path),
      checkpoint: () => queue.checkpoint(),
      shrink: async (keptBytes) => !isDamaged && (await queue.push({ task: 'shrink', keptBytes })) === true,
      get checkpointFailures() {
        return queue.checkpointFailures;
      },
    },
    revision: () => reader.revision(),
    refresh: () => reader.refresh(),
    write<Input, Output>(command: Command<Input, Output>, input: Input) {
      if (isClosed) return Promise.reject(unavailable('the storage is closed'));
      usedCommands.set(command.name, command);
      return queue.push({ name: command.name, input }) as Promise<Output>;
    },
    get waiting() {
      return queue.waiting;
    },
    metrics: queue.metrics,
    assertions,
    check: checkWrites,
    checkReads: async () => reader.checkReads(),
    checkWrites,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Only the owner may read the file: it has hashes of keys, secrets of webhooks and the secret of cursors. */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
