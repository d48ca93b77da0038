import { SQL } from 'bun';
import { PostgresServer } from './postgres-server.ts';

export type SharedPostgres = Pick<PostgresServer, 'url' | 'run'>;

let shared: Promise<SharedPostgres> | undefined;

/**
 * One server for all tests: the one at `TEST_DATABASE_URL`, whose user must be allowed to create databases, or one that
 * is started here and ends with the tests, without `fsync`: its tests do not cover a crash of the machine.
 */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  shared ??= url
    ? serverAt(url)
    : PostgresServer.start({ fsync: 'off', full_page_writes: 'off', max_connections: '500' });
  return shared;
}

/** A unique database name. */
export function uniqueName(): string {
  return `petstore_test_${crypto.randomUUID().replaceAll('-', '')}`;
}

async function serverAt(url: string): Promise<SharedPostgres> {
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
