import { SQL } from 'bun';
import { PostgresServer } from './postgres-server.ts';

export interface SharedPostgres {
  /** The URL of one of its databases. */
  url(database: string): string;
  /** Runs SQL in one of its databases and returns the rows. Later calls may use the same session: it must leave no state. */
  run(database: string, sql: string): Promise<unknown[][]>;
  /** Ends all sessions of a database and drops it. */
  drop(database: string): Promise<void>;
}

let shared: Promise<SharedPostgres> | undefined;

/**
 * One server for all tests: the one at `TEST_DATABASE_URL`, whose user must be allowed to create databases, or one that
 * is started here and ends with the tests.
 */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  shared ??= url ? Promise.resolve(serverAt(url)) : startShared();
  return shared;
}

/**
 * Its tests cover neither a crash of the machine nor passwords, which cost processor time at each connection. Statistics of
 * tables change only when a test says so, so that plans and their costs are the same in each run.
 */
async function startShared(): Promise<SharedPostgres> {
  const unsafe = { fsync: 'off', full_page_writes: 'off' };
  const server = await PostgresServer.start({ ...unsafe, autovacuum: 'off', max_connections: '500' });
  await server.trustClients();
  return serverAt(server.url('postgres'));
}

/** A unique database name. */
export function uniqueName(): string {
  return `petstore_test_${crypto.randomUUID().replaceAll('-', '')}`;
}

function serverAt(url: string): SharedPostgres {
  const at = (database: string) => url.replace(/^([^:]+:\/\/[^/]+\/)[^?]*/, `$1${database}`);
  /** Connections that no call uses, by database: the server starts a process for each new one. */
  const idle = new Map<string, SQL[]>();
  const idleOf = (database: string) => {
    const known = idle.get(database) ?? [];
    idle.set(database, known);
    return known;
  };

  async function run(database: string, sql: string): Promise<unknown[][]> {
    const client = idleOf(database).pop() ?? new SQL({ url: at(database), database, max: 1, bigint: true });
    try {
      const rows = await client.unsafe(sql).values();
      idleOf(database).push(client);
      return [...rows];
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  return {
    url: at,
    run,
    async drop(database) {
      const unused = idleOf(database);
      idle.delete(database);
      await Promise.all(unused.map((client) => client.close()));
      await run('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}
