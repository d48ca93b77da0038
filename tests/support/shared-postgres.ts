import { SQL } from 'bun';
import { PostgresServer } from './postgres-server.ts';

export type SharedPostgres = Pick<PostgresServer, 'url' | 'run'>;

let shared: Promise<SharedPostgres> | undefined;

/**
 * One server for all tests, which ends with them: the one at `TEST_DATABASE_URL`, whose user must be allowed to make
 * databases, or else one that is brought up here. A crash of the machine is not what its tests are about.
 */
export function sharedPostgres(): Promise<SharedPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  shared ??= url
    ? serverAt(url)
    : PostgresServer.start({ fsync: 'off', full_page_writes: 'off', max_connections: '500' });
  return shared;
}

/** A name that no other database has. */
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
