import { Database } from 'bun:sqlite';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPostgres, uniqueName } from './postgres/shared-postgres.ts';
import { makeScratchFolder } from './scratch.ts';

/** A database for one test, initially empty. */
export interface ScratchDatabase {
  readonly url: string;
  /** Runs SQL on another connection than that of a store, as another program would. */
  run(sql: string): Promise<unknown[][]>;
  remove(): Promise<void>;
}

/** A storage engine. Everything that a client can see holds on each of them. */
export interface Engine {
  readonly name: string;
  /** @param options `isMigrated` if the database may already have the tables, which is faster */
  makeDatabase(options?: { isMigrated: boolean }): Promise<ScratchDatabase>;
}

/** Runs one statement on a file that may be in use, and returns its rows. */
export function runOnFile(path: string, sql: string): unknown[][] {
  const db = new Database(path, { safeIntegers: true });
  try {
    db.run('PRAGMA busy_timeout = 10000');
    return db.query(sql).values();
  } finally {
    db.close();
  }
}

/** The database in a file, which goes with its folder. */
export function fileDatabase(path: string): ScratchDatabase {
  return {
    url: `sqlite:${path}`,
    async run(sql) {
      const rows = runOnFile(path, sql);
      // A store of this process may have a snapshot from before, which ends with the tick.
      await new Promise((resolve) => setImmediate(resolve));
      return rows;
    },
    remove: async () => undefined,
  };
}

/** Has tests that make their own database use this one, and leave it. */
export function engineOf(database: ScratchDatabase): Engine {
  return { name: 'a given database', makeDatabase: async () => ({ ...database, remove: async () => undefined }) };
}

export const sqlite: Engine = {
  name: 'SQLite',
  async makeDatabase({ isMigrated } = { isMigrated: false }) {
    const scratch = makeScratchFolder();
    const path = join(scratch.path, 'petstore.db');
    const template = isMigrated ? process.env['TEST_TEMPLATE_FILE'] : undefined;
    if (template !== undefined) copyFileSync(template, path);
    return { ...fileDatabase(path), remove: async () => scratch.remove() };
  },
};

export const postgres: Engine = {
  name: 'PostgreSQL',
  async makeDatabase({ isMigrated } = { isMigrated: false }) {
    const server = await sharedPostgres();
    const name = uniqueName();
    const template = isMigrated ? process.env['TEST_TEMPLATE_DATABASE'] : undefined;
    // Copying files takes half the processor time of writing every page to the log.
    await server.run('postgres', `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template1'} STRATEGY FILE_COPY`);
    return {
      url: server.url(name),
      run: (sql) => server.run(name, sql),
      remove: () => server.drop(name),
    };
  },
};

/** All engines, or those that `TEST_ENGINES` names. */
export const engines = [sqlite, postgres].filter(({ name }) => (process.env['TEST_ENGINES'] ?? name).includes(name));

/**
 * Declares tests for the first engine only. What is decided before an operation's SQL (400, 401, 403, 405, 413, 415, headers,
 * rendering) needs one engine; it shares the service of the tests that need each:
 * `describe.each(engines)('on $name', (engine) => { …; test('…', …); onOneEngine(engine, () => { test('…', …); }); });`
 */
export function onOneEngine(engine: Engine, declare: () => void): void {
  if (engine === engines[0]) declare();
}

/** How long, at most, a server still accepts a key that was revoked or replaced elsewhere. */
export function revocationDelayMs(engine: Engine): number {
  return engine === sqlite ? 0 : 500;
}
