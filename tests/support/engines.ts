import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { SQL } from 'bun';
import { PostgresServer } from './postgres-server.ts';
import { makeScratchFolder } from './scratch.ts';

/** A database of the test's own, empty at first. */
export interface ScratchDatabase {
  readonly url: string;
  /** Runs SQL in it, as another program would. */
  run(sql: string): Promise<unknown[][]>;
  remove(): Promise<void>;
}

/** A kind of storage. Whatever a client can see holds on each of them. */
export interface Engine {
  readonly name: string;
  makeDatabase(): Promise<ScratchDatabase>;
}

export const sqlite: Engine = {
  name: 'SQLite',
  async makeDatabase() {
    const scratch = makeScratchFolder();
    const path = join(scratch.path, 'petstore.db');
    return {
      url: `sqlite:${path}`,
      async run(sql) {
        const db = new Database(path, { safeIntegers: true });
        try {
          db.run('PRAGMA busy_timeout = 10000');
          return db.query(sql).values();
        } finally {
          db.close();
        }
      },
      remove: async () => scratch.remove(),
    };
  },
};

export const postgres: Engine = {
  name: 'PostgreSQL',
  async makeDatabase() {
    const server = await postgresServer();
    const name = `petstore_test_${crypto.randomUUID().replaceAll('-', '')}`;
    await server.run('postgres', `CREATE DATABASE ${name}`);
    return {
      url: server.url(name),
      run: async (sql) => [...(await server.run(name, sql))],
      remove: async () => void (await server.run('postgres', `DROP DATABASE ${name} WITH (FORCE)`)),
    };
  },
};

export const engines = [sqlite, postgres];

/** For how long at most a server still takes a key that was revoked or replaced elsewhere. */
export function revocationDelayMs(engine: Engine): number {
  return engine === sqlite ? 0 : 500;
}

type SharedServer = Pick<PostgresServer, 'url' | 'run'>;

let shared: Promise<SharedServer> | undefined;

/**
 * One server for all tests, which ends with them: the one at `TEST_DATABASE_URL`, whose user must be allowed to make
 * databases, or else one that is brought up here. A crash of the machine is not what its tests are about.
 */
function postgresServer(): Promise<SharedServer> {
  const url = process.env['TEST_DATABASE_URL'];
  shared ??= url ? serverAt(url) : PostgresServer.start({ fsync: 'off', max_connections: '300' });
  return shared;
}

async function serverAt(url: string): Promise<SharedServer> {
  const at = (database: string) => url.replace(/^([^:]+:\/\/[^/]+\/)[^?]*/, `$1${database}`);
  return {
    url: at,
    async run(database, sql) {
      const client = new SQL({ url: at(database), database, max: 1, bigint: true });
      try {
        return (await client.unsafe(sql).values()) as unknown[][];
      } finally {
        await client.close();
      }
    },
  };
}
