import type { Database } from 'bun:sqlite';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import { explainRefusal } from '../../lib/system/disk.ts';
import { type GivenIds, insertedTable, NewIds } from '../assertions.ts';
import { type Param, type Statement, statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import { sqliteDialect } from './dialect.ts';
import { FilesGone, isDamage, otherFileAdvice } from './failures.ts';
import { endLog, openFile, pathsOf } from './log-mode.ts';
import { fileId, type OpenFiles, requireFiles } from './open-files.ts';
import { usesLog } from './write-ahead-log.ts';

const busyTimeoutMs = 5_000;
/** More than the service has itself. */
const keptStatements = 1_000;
/** Commits copy the write-ahead log to the database from 8 MiB on: the fewer copies, the fewer pages are copied again and again. */
const copiedLogPages = 2_000;
/** A larger write-ahead log is truncated by the first commit after all of it is in the database. */
export const walLimitBytes = 16 * 2 ** 20;
/**
 * Enough for about a million animals. A memory-mapped file would be as fast, but an I/O error would then end the process
 * instead of the statement.
 */
const readCacheKiB = 64 * 1_024;

/** A connection to a file. It prepares each statement once, as long as it is used. */
export type FileConnection = ReturnType<typeof openConnection>;

/**
 * Opens an existing file, and calls `onDamage` whenever a statement finds a damaged page. The journal mode is a property
 * of the file, but `synchronous` is one of the connection: each connection that writes must set FULL, or commits are
 * acknowledged before they are on the disk.
 * @param files those of the store, which the paths must still name
 * @throws StorageError when the file does not exist
 */
export function openConnection(path: string, mode: 'read' | 'write', onDamage?: () => void, files?: OpenFiles) {
  if (!existsSync(path)) throw new StorageError(`the database file ${path} does not exist`);
  if (files === undefined) requireWritable(path, mode);
  // It would open the log that has the name now. To read a held file would end its locks.
  else requireFiles(files);
  const db = openConfigured(path, mode);
  const opened = fileId(path);
  const { prepared, prepare } = createStatementCache(db);
  openFiles.push(opened);
  const noticing = (error: unknown): unknown => {
    if (isDamage(error)) onDamage?.();
    return error;
  };
  let inPlaceAt = Number.NEGATIVE_INFINITY;
  const given: GivenIds = new Map();
  const newIds = new NewIds(given);
  return {
    newIds,
    query<Row extends readonly unknown[]>({ text, isErasable }: Statement<Row>, params: readonly Param[]) {
      try {
        if (isErasable) return overwriting(db, () => prepare(text).values(...params) as unknown as Row[]);
        return prepare(text).values(...params) as unknown as Row[];
      } catch (error) {
        throw noticing(error);
      }
    },
    /** The rows as they were when the first was read. */
    *iterate<Row extends readonly unknown[]>({ text }: Statement<Row>, params: readonly Param[]) {
      const statement = db.prepare(text);
      try {
        for (const row of statement.iterate(...params)) yield Object.values(row as object) as unknown as Row;
      } catch (error) {
        throw noticing(error);
      } finally {
        statement.finalize();
      }
    },
    eventTable: 'events' as const,
    dialect: sqliteDialect,
    // Costs a third of RETURNING, which builds a temporary table for its rows.
    insert({ text, isErasable }: Statement<never>, params: readonly Param[]) {
      const table = insertedTable(text);
      const run = () => prepare(text).run(...params).lastInsertRowid;
      try {
        const id = BigInt(isErasable ? overwriting(db, run) : run());
        newIds.add(table, id, newIds.floorOf(table));
        return id;
      } catch (error) {
        throw noticing(error);
      }
    },
    insertRows<Row extends readonly [id: bigint, ...unknown[]]>(
      insert: Statement<never>,
      params: readonly Param[],
      rows: number,
      columns: string,
    ) {
      const last = this.insert(insert, params);
      const read = `SELECT ${columns} FROM ${insertedTable(insert.text)} WHERE id > $1 AND id <= $2 ORDER BY id`;
      return this.query(statement<Row>(read), [last - BigInt(rows), last]);
    },
    execute: (sql: string) => void db.run(sql),
    files,
    /** @throws FilesGone, FilesOverwritten unless the paths name the open files, and these have their contents */
    requireInPlace(maxAgeMs = 0) {
      if (maxAgeMs > 0 && performance.now() - inPlaceAt < maxAgeMs) return;
      try {
        if (files !== undefined) requireFiles(files);
        else if (fileId(path) !== opened) throw new FilesGone(path, false);
        inPlaceAt = performance.now();
      } catch (error) {
        inPlaceAt = Number.NEGATIVE_INFINITY;
        throw noticing(error);
      }
    },
    /** Whether it keeps others from writing, because they cannot have the log that this one has. */
    isFence: false,
    close() {
      prepared.clear();
      db.close(true);
      openFiles.splice(openFiles.indexOf(opened), 1);
      if (files === undefined && fileId(path) === opened && !isOpenHere(path)) endLog(path);
    },
  };
}

function createStatementCache(db: Database) {
  // Clients can combine any number of filters, and each combination is a statement of its own.
  const prepared = new LRUCache<string, ReturnType<Database['prepare']>>({
    max: keptStatements,
    dispose: (one) => one.finalize(),
  });
  const prepare = (text: string) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const made = db.prepare(text);
    prepared.set(text, made);
    return made;
  };
  return { prepared, prepare };
}

/** Nothing is left of what `run` deletes. */
function overwriting<Output>(db: Database, run: () => Output): Output {
  db.run('PRAGMA secure_delete = ON');
  try {
    return run();
  } finally {
    db.run('PRAGMA secure_delete = OFF');
  }
}

/** Does work on a connection to an existing file. */
export function withConnection<Result>(
  path: string,
  mode: 'read' | 'write',
  work: (connection: FileConnection) => Result,
) {
  const connection = openConnection(path, mode);
  try {
    return work(connection);
  } finally {
    connection.close();
  }
}

/** Those of all connections of this thread. */
const openFiles: (string | undefined)[] = [];

/** Whether this thread has a file open. SQLite's locks on it end when any descriptor of it is closed in this process. */
export function isOpenHere(path: string): boolean {
  return openFiles.length > 0 && existsSync(path) && openFiles.includes(fileId(path));
}

/**
 * Before SQLite creates a file beside a database that stays unusable. A file that is read and has no write-ahead log need not be
 * writable. @throws StorageError
 */
function requireWritable(path: string, mode: 'read' | 'write'): void {
  if (mode === 'read' && !isOpenHere(path) && !usesLog(path)) return;
  for (const file of [...pathsOf(path).filter(existsSync), dirname(resolve(path))]) {
    try {
      accessSync(file, constants.W_OK);
    } catch (cause) {
      const refusal = explainRefusal(cause, file);
      // Another process may have removed it.
      if (refusal === undefined) continue;
      const isIndex = file.endsWith('-shm');
      const advice = isIndex ? 'remove it while no program uses the database' : otherFileAdvice;
      throw new StorageError(`${refusal}, or ${advice}`, { cause });
    }
  }
}

function openConfigured(path: string, mode: 'read' | 'write'): Database {
  // Otherwise SQLite would silently replace a file that was deleted by an empty one.
  const db = openFile(path, { create: false, readwrite: true, safeIntegers: true });
  try {
    configure(db, mode);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function configure(db: Database, mode: 'read' | 'write'): void {
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA foreign_keys = ON');
  // Of functions and virtual tables, those that are not safe with the schema of a file by somebody else cannot be used in it.
  db.run('PRAGMA trusted_schema = OFF');
  db.run(`PRAGMA wal_autocheckpoint = ${copiedLogPages}`);
  db.run(`PRAGMA journal_size_limit = ${walLimitBytes}`);
  if (mode === 'read') {
    db.run('PRAGMA query_only = ON');
    db.run(`PRAGMA cache_size = -${readCacheKiB}`);
  }
}
