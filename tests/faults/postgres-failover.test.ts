import { expect, test } from 'bun:test';
import type { ScratchDatabase } from '../support/engines.ts';
import { readAllNames, startLoad, untilMore } from '../support/http/load.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

/** Long enough for the nodes to wait through every outage in these tests. */
const env = { PETSTORE_DATABASE_WAIT: '25', PETSTORE_DATABASE_CONNECTIONS: '4' };

function databaseAt(url: string, server: PostgresServer): ScratchDatabase {
  return { url, run: (sql) => server.run('petstore', sql), remove: async () => undefined };
}

/** Kills a node and starts another one in its place. */
async function replace(nodes: TestServer[], index: number, database: ScratchDatabase): Promise<void> {
  nodes[index]?.signal('SIGKILL');
  await nodes[index]?.exited;
  nodes[index] = await startServer({ database, env });
}

/** Waits until every node reports that it is ready (200), or that it is not (503). */
async function untilAll(nodes: readonly TestServer[], status: 200 | 503): Promise<void> {
  const ask = () => Promise.all(nodes.map((node) => node.fetch('/readyz').then((answer) => answer.status, String)));
  await until(`all nodes to answer ${status}`, ask, (seen) => seen.every((one) => one === status));
}

test('three nodes lose and reject nothing when one is killed and when PostgreSQL is restarted and killed', async () => {
  const server = await PostgresServer.start();
  await server.run('postgres', 'CREATE DATABASE petstore');
  const database = databaseAt(server.url('petstore'), server);
  const nodes = await Promise.all([1, 2, 3].map(() => startServer({ database, env })));
  const load = startLoad(nodes);
  await untilMore(load);
  await replace(nodes, 0, database);
  await untilMore(load);
  for (const how of ['fast', 'kill'] as const) {
    await server.stop(how);
    await untilAll(nodes, 503);
    await server.restart();
    await untilAll(nodes, 200);
    await untilMore(load);
  }
  await load.stop();
  const found = await readAllNames(nodes[2] as TestServer);
  await Promise.all(nodes.map((node) => node.stop()));
  await server.remove();
  expect([load.unexpected, load.refused, load.givenTwice]).toEqual([[], [], []]);
  expect(load.acknowledged.size).toBeGreaterThan(100);
  expect([...load.acknowledged].filter(([id, name]) => found.get(id) !== name)).toEqual([]);
  expect(found.size).toBe(load.acknowledged.size);
});

test('nodes fail over to a promoted standby, and nothing is lost or rejected', async () => {
  const primary = await PostgresServer.start();
  await primary.run('postgres', 'CREATE DATABASE petstore');
  const standby = await PostgresServer.startStandby(primary);
  const url = primary.url('petstore').replace(/(127\.0\.0\.1):\d+/, `$1:${standby.port},$1:${primary.port}`);
  const database = databaseAt(url, primary);
  const nodes = await Promise.all([1, 2].map(() => startServer({ database, env })));
  const load = startLoad(nodes);
  await untilMore(load);
  await primary.stop('kill');
  await untilAll(nodes, 503);
  const acknowledgedBefore = load.acknowledged.size;
  await standby.run('postgres', 'SELECT pg_promote()');
  await untilAll(nodes, 200);
  await untilMore(load);
  await load.stop();
  const found = await readAllNames(nodes[0] as TestServer);
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([primary.remove(), standby.remove()]);
  expect(load.acknowledged.size).toBeGreaterThan(acknowledgedBefore);
  expect([load.unexpected, load.refused, load.givenTwice]).toEqual([[], [], []]);
  expect([...load.acknowledged].filter(([id, name]) => found.get(id) !== name)).toEqual([]);
  expect(found.size).toBe(load.acknowledged.size);
});
