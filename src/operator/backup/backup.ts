import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { countByCategoryAndStatus } from '../../animals/pets/sql.ts';
import { beginHistory, findGivenIds, recordBackup } from '../../catalogue/history-rules.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { describeError } from '../../lib/errors.ts';
import { giveToOwnerOfFolder } from '../../lib/system/disk.ts';
import { sequenceEvents } from '../../record/events/rules.ts';
import { findLastEventId } from '../../record/events/sql.ts';
import { countInInventory, isInventoryOf } from '../../record/inventory/sql.ts';
import { openStore, planMigration, requireOwnSchema } from '../../store/open-store.ts';
import { type OnProgress, oneStep } from '../../store/progress.ts';
import { findSetting } from '../../store/settings.ts';
import {
  copyFile,
  fileSize,
  findFiles,
  makeStandalone,
  publishFile,
  removeAbandoned,
  removeFile,
  verifyFile,
} from '../../store/sqlite/backup.ts';
import type { FileUse } from '../../store/sqlite/failures.ts';
import { openSqliteSource, planSqliteMigration } from '../../store/sqlite/sqlite-store.ts';
import { type Source, StorageError, type Store } from '../../store/store.ts';
import { databaseIdSetting } from '../../store/tables.ts';
import { describeWrongMediaKeys } from '../photo-files.ts';
import { timeOfBackup } from './backup-names.ts';

/** The size of a backup or of a restored database. */
export interface Contents {
  readonly bytes: number;
  readonly animals: bigint;
}

/**
 * Writes a verified copy of a SQLite database to a new file, while services use the database. The copy has everything
 * that was acknowledged before the call. @throws StorageError; then the file does not exist
 */
export async function backUp(databasePath: string, to: string): Promise<Contents> {
  requireNewFile(to);
  // Said of the database, and not of its copy.
  await requireOwnSchema(`sqlite:${databasePath}`);
  const newest = await lastEventOf(databasePath);
  return await publish(to, async (partial) => {
    copyFile(databasePath, partial);
    const contents = await verify(partial);
    const last = await lastEventOf(partial);
    if (last < newest) {
      throw new StorageError(`the copy ends at event ${last}, but event ${newest} was there before it began`);
    }
    return contents;
  });
}

/**
 * Records a backup for the metrics. A database of an earlier release is not changed.
 * @param at when it began; missing for one that lacks photos
 * @param obstacle why older backups may not be removed, `null` if they may; as it was before if it is missing
 */
export async function recordBackupAt(databaseUrl: string, at?: number, obstacle?: string | null): Promise<void> {
  const { from, to } = await planMigration(databaseUrl);
  if (from < to) return;
  await using store = await openStore(databaseUrl, { writesInline: true });
  await store.write(recordBackup, { at: at === undefined ? undefined : BigInt(at), obstacle });
}

/** @throws StorageError when the file of a backup exists, or its folder does not: copying photos would create it */
export function requireNewFile(to: string): void {
  const folder = dirname(to);
  if (!existsSync(folder)) throw new StorageError(`cannot write ${to}: the folder ${folder} does not exist; create it`);
  if (existsSync(to)) throw new StorageError(`${to} already exists; remove it, or name another file`);
}

/** @throws StorageError when a database or one of its files exists */
export function requireNoDatabase(databasePath: string): void {
  const inTheWay = findFiles(databasePath);
  if (inTheWay.length > 0) {
    throw new StorageError(
      `${inTheWay.join(', ')} are there already; nothing was restored. Stop the service that uses the database, and restore ` +
        'again with --replace, which moves its files aside',
    );
  }
}

/** @throws StorageError when a backup is not a file that this user may read */
export function requireReadable(from: string): void {
  if (!existsSync(from)) throw new StorageError(`there is no file ${from}`);
  if (statSync(from).isDirectory()) throw new StorageError(`${from} is a folder; name the file of a backup`);
  try {
    closeSync(openSync(from, 'r'));
  } catch (cause) {
    throw new StorageError(`cannot read the backup ${from}: ${describeError(cause)}`, { cause });
  }
}

export interface RestoreOptions {
  /** Gets the path of the restored file, which has the schema of this release and not yet its own name. */
  beforePublish?: (partial: string) => Promise<void>;
  onProgress?: OnProgress | undefined;
  /** The name of the backup for the operator. */
  name?: string;
  /** Moves a database that is there aside, before `beforePublish`. */
  moveAside?: (partial: string) => Promise<void>;
}

/**
 * Creates a database from a backup of this release or an earlier one. It starts a new history, with webhooks paused.
 * @throws StorageError, or what `beforePublish` throws; then the database does not exist
 */
export async function restore(
  from: string,
  databasePath: string,
  { beforePublish, onProgress, name = from, moveAside }: RestoreOptions = {},
): Promise<Contents> {
  if (moveAside === undefined) requireNoDatabase(databasePath);
  requireReadable(from);
  const begin = (task: string) => onProgress?.(oneStep(task, fileSize(from)));
  begin(`checking ${name}`);
  verifyFile(from, 'backup');
  makeFolder(databasePath);
  return await publish(databasePath, async (partial) => {
    begin(`copying ${name}`);
    copyFile(from, partial);
    await startHistory(partial, `restored from ${name}`, onProgress);
    // Only the file itself gets the name of the database.
    makeStandalone(partial);
    begin('checking the restored database');
    const contents = await verify(partial);
    await moveAside?.(partial);
    await beforePublish?.(partial);
    return contents;
  });
}

/**
 * Creates a backup by filling a new database file, which is verified and gets its name when it is complete.
 * @throws StorageError; then the file does not exist
 */
export async function fillBackup(to: string, fill: (store: Store) => Promise<void>): Promise<Contents> {
  requireNewFile(to);
  return await publish(to, async (partial) => {
    const store = await openStore(`sqlite:${partial}`);
    await fill(store).finally(() => store.close());
    makeStandalone(partial);
    return await verify(partial);
  });
}

/** Creates a file under a temporary name, and gives it its own when it is complete. */
async function publish(path: string, make: (partial: string) => Promise<Contents>): Promise<Contents> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    accessSync(dirname(path), constants.W_OK);
    removeAbandoned(dirname(path), (name) => name === basename(path) || (isOfSeries(path) && isOfSeries(name)));
    try {
      const contents = await make(partial);
      giveToOwnerOfFolder(partial);
      publishFile(partial, path);
      return contents;
    } finally {
      removeFile(partial);
    }
  } catch (error) {
    throw nameFile(error, path);
  }
}

/** Whether a file is one of the backups that are named by their time, of which one is made after the other. */
const isOfSeries = (path: string) => timeOfBackup(basename(path)) !== undefined;

function makeFolder(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw nameFile(error, path);
  }
}

/** Adds the file to a failure of the operating system or the storage. Returns any other error as it is. */
function nameFile(error: unknown, path: string): unknown {
  if (error instanceof ServiceError) {
    return new StorageError(`cannot complete ${path}: ${describeError(error.cause ?? error)}`, { cause: error });
  }
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new StorageError(`cannot write ${path}: ${describeError(error)}`, { cause: error });
}

async function startHistory(path: string, reason: string, onProgress: OnProgress | undefined): Promise<void> {
  await using store = await openStore(`sqlite:${path}`, { skipsCopy: true, writesInline: true, onProgress });
  while (await store.write(sequenceEvents, null));
  const ids = await findGivenIds(store, store);
  await store.write(beginHistory, { now: BigInt(Date.now()), reason, ids });
}

/** Checks a whole file: its pages and schema, and whether inventory and media keys are right. @throws StorageError */
export async function verify(path: string, use?: FileUse): Promise<Contents> {
  verifyFile(path, use);
  return await readFile(path, async ({ reader }, { isCurrent }) => {
    const found = await countByCategoryAndStatus(reader);
    if (isCurrent && !(await isInventoryOf(reader, found))) {
      throw new StorageError(`the database file ${path} is damaged: its inventory is not that of its animals`);
    }
    const wrongKeys = isCurrent ? await describeWrongMediaKeys(reader) : undefined;
    if (wrongKeys !== undefined) throw new StorageError(wrongKeys);
    return { bytes: fileSize(path), animals: found.reduce((sum, { animals }) => sum + animals, 0n) };
  });
}

/** What tells the backups of a database from others. */
export interface BackupContents {
  /** `undefined` before a service has used the database. */
  readonly databaseId: string | undefined;
  readonly animals: bigint;
  readonly schemaVersion: number;
}

/** Reads what a file says of itself. Of this release's schema it costs the same for any number of animals. @throws StorageError */
export async function readContents(path: string): Promise<BackupContents> {
  return await readFile(path, async ({ reader }, { isCurrent, schemaVersion }) => {
    const animals = isCurrent
      ? await countInInventory(reader, {})
      : (await countByCategoryAndStatus(reader)).reduce((sum, one) => sum + one.animals, 0n);
    return { databaseId: await findSetting(reader, databaseIdSetting), animals, schemaVersion };
  });
}

/** The newest event of a file, or 0 where its schema has none yet. */
async function lastEventOf(path: string): Promise<bigint> {
  return await readFile(path, ({ reader }, { isCurrent }) => (isCurrent ? findLastEventId(reader) : 0n));
}

interface FileSchema {
  readonly schemaVersion: number;
  /** Whether it is that of this release. */
  readonly isCurrent: boolean;
}

/** Reads from a file. @throws StorageError */
async function readFile<Result>(
  path: string,
  read: (source: Source, schema: FileSchema) => Result | Promise<Result>,
): Promise<Result> {
  const { from, to } = planSqliteMigration(path);
  if (from === 0) throw new StorageError(`${path} is not a petstore database`);
  await using source = openSqliteSource(path);
  return await read(source, { schemaVersion: from, isCurrent: from === to });
}
