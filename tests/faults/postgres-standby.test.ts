import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { ScratchDatabase } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { run } from '../support/process/program.ts';
import { startServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let database: ScratchDatabase;
beforeAll(async () => {
  primary = await PostgresServer.start();
  await primary.run('postgres', 'CREATE DATABASE petstore');
  standby = await PostgresServer.startStandby(primary);
  database = {
    url: primary.url('petstore'),
    run: (sql) => primary.run('petstore', sql),
    remove: async () => undefined,
  };
});
afterAll(async () => {
  await Promise.all([primary.remove(), standby.remove()]);
});

/** Counts the connections of services. */
const connections =
  "SELECT count(*) FROM pg_stat_activity WHERE datname = 'petstore' AND application_name = 'petstore'";
const readFromStandby = () => ({ PETSTORE_READ_DATABASE_URL: standby.url('petstore') });

test('a start rejects a standby that may lag behind acknowledged writes', async () => {
  const refused = await run(['serve'], { PORT: '0', DATABASE_URL: database.url, ...readFromStandby() });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('synchronous_commit = remote_apply')]);
});

test('a start on SQLite rejects a standby', async () => {
  const refused = await run(['serve'], readFromStandby());
  expect(refused.stderr).toContain('PETSTORE_READ_DATABASE_URL (--read-database-url) requires a PostgreSQL database');
});

test('a standby that applies each commit first serves every read, and none misses an acknowledged write', async () => {
  await primary.run('postgres', 'ALTER DATABASE petstore SET synchronous_commit = remote_apply');
  const node = await startServer({ database, env: readFromStandby() });
  for (let round = 0; round < 30; round++) {
    const created = await node.fetch('/v1/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `Round ${round}`, categoryId: round }),
    });
    const { id } = await bodyOf(created);
    expect((await node.fetch(`/v1/pets/${id}`)).status).toBe(200);
  }
  expect(await standby.run('postgres', connections)).toEqual([[2n]]);
  expect(await node.stop()).toBe(0);
});

test('reads continue on another server of the URL when the standby is gone', async () => {
  const both = standby.url('petstore').replace(/(127\.0\.0\.1:\d+)/, `$1,127.0.0.1:${primary.port}`);
  const size = 5;
  const env = { PETSTORE_READ_DATABASE_URL: both, PETSTORE_DATABASE_CONNECTIONS: String(size) };
  const node = await startServer({ database, env });
  const count = async () => {
    const found = await Promise.all([primary, standby].map((server) => server.run('postgres', connections)));
    return found.reduce((sum, [row]) => sum + Number(row?.[0]), 0);
  };
  // Of the servers that it tried, it keeps connections to the first that responded.
  await until('the other connections to end', count, (sum) => sum === size);
  await primary.run('postgres', "ALTER SYSTEM SET synchronous_standby_names = ''");
  await primary.run('postgres', 'SELECT pg_reload_conf()');
  await standby.stop('kill');
  const read = async () => (await node.fetch('/v1/pets?limit=1')).status;
  await until('reads to go on', read, (status) => status === 200);
  expect(await node.stop()).toBe(0);
});
