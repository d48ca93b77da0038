import { afterAll, beforeAll, expect, test } from 'bun:test';
import { serveCommand } from '../../cli/serve.ts';
import type { ScratchDatabase } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { runHere } from '../support/process/command.ts';
import { startServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let database: ScratchDatabase;
beforeAll(async () => {
  primary = await PostgresServer.start();
  await primary.trustClients();
  database = await primary.makeDatabase();
  standby = await PostgresServer.startStandby(primary);
});
afterAll(async () => {
  await Promise.all([primary.remove(), standby.remove()]);
});

/** Counts the connections of services. */
const connections =
  "SELECT count(*) FROM pg_stat_activity WHERE datname = 'petstore' AND application_name = 'petstore'";
const readFromStandby = () => ({ PETSTORE_READ_DATABASE_URL: standby.url('petstore') });

test('a start rejects a standby that may lag behind acknowledged writes', async () => {
  const refused = await runHere(serveCommand(), [], { PORT: '0', DATABASE_URL: database.url, ...readFromStandby() });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('synchronous_commit = remote_apply')]);
});

test('a start on SQLite rejects a standby', async () => {
  const refused = await runHere(serveCommand(), [], readFromStandby());
  expect(refused.stderr).toContain('PETSTORE_READ_DATABASE_URL (--read-database-url) requires a PostgreSQL database');
});

const setNames = (names: string) => primary.set('synchronous_standby_names', names);
const both = () => standby.url('petstore').replace(/(127\.0\.0\.1:\d+)/, `$1,127.0.0.1:${primary.port}`);

test('a standby that applies each commit first serves every read, none misses an acknowledged write, and reads continue on another server of the URL when it is gone', async () => {
  await primary.run('postgres', 'ALTER DATABASE petstore SET synchronous_commit = remote_apply');
  await setNames('standby');
  const size = 5;
  const env = { PETSTORE_READ_DATABASE_URL: both(), PETSTORE_DATABASE_CONNECTIONS: String(size) };
  const node = await startServer({ database, env });
  const counts = async () => {
    const found = await Promise.all([primary, standby].map((server) => server.run('postgres', connections)));
    return found.map(([row]) => Number(row?.[0]));
  };
  // Of the servers that it tried, it keeps connections to the standby.
  await until('two connections to the standby', counts, ([, toStandby]) => toStandby === 2);
  for (let round = 0; round < 10; round++) {
    const { id } = await bodyOf(await node.send('POST', '/v1/pets', { name: `Round ${round}`, categoryId: round }));
    expect((await node.fetch(`/v1/pets/${id}`)).status).toBe(200);
  }
  await until('the other connections to end', counts, (found) => found.join() === `${size - 2},2`);
  await setNames('');
  await standby.stop('kill');
  const read = async () => (await node.fetch('/v1/pets?limit=1')).status;
  await until('reads to go on', read, 200);
  expect(await node.stop()).toBe(0);
});
