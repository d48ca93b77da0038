import { Database, type Statement as Prepared, SQLiteError } from 'bun:sqlite';
import type { Param, Queryable, Statement } from '../statement.ts';
import { StorageError } from '../store.ts';

const busyTimeoutMs = 5_000;

/** A connection that runs statements, each prepared once. */
export interface Connection extends Queryable {
  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Row[];
  execute(sql: string): void;
  close(): void;
}

/**
 * Opens a connection. The journal mode is a property of the file, but `synchronous` is one of the connection: each
 * that writes must ask for FULL itself, or a commit is acknowledged before it is on the disk.
 */
export function connect(path: string, mode: 'read' | 'write'): Connection {
  const db = openFile(path);
  const prepared = new Map<string, Prepared>();
  db.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  db.run('PRAGMA journal_mode = WAL');
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA foreign_keys = ON');
  if (mode === 'read') db.run('PRAGMA query_only = ON');
  return {
    query<Row extends readonly unknown[]>({ text }: Statement<Row>, params: readonly Param[]) {
      let statement = prepared.get(text);
      if (statement === undefined) {
        statement = db.prepare(text);
        prepared.set(text, statement);
      }
      return statement.values(...params) as unknown as Row[];
    },
    execute: (sql) => void db.run(sql),
    close() {
      for (const statement of prepared.values()) statement.finalize();
      db.close(true);
    },
  };
}

function openFile(path: string): Database {
  try {
    const db = new Database(path, { create: true, safeIntegers: true });
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    return db;
  } catch (error) {
    throw new StorageError(`cannot use the database file ${path}: ${reason(error)}`, { cause: error });
  }
}

function reason(error: unknown): string {
  if (!(error instanceof SQLiteError)) return String(error);
  if (error.code === 'SQLITE_NOTADB') return 'the file is not a SQLite database';
  if (error.code?.startsWith('SQLITE_CANTOPEN'))
    return 'it cannot be opened; check that its folder exists and the permissions of both';
  if (error.code?.startsWith('SQLITE_READONLY')) return 'it is read-only';
  return error.message;
}
