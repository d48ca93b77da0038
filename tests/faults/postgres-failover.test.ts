import { expect, test } from 'bun:test';
import type { ScratchDatabase } from '../support/engines.ts';
import { readAllNames, startLoad } from '../support/load.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** By itself it takes a tenth of this; the rest is for busy machines. */
const recoveryMs = 3_000;
/** Long enough that the nodes wait for the database through everything that is done to it here. */
const env = { PETSTORE_DATABASE_WAIT: '25' };
/** How long the load goes on before and after each blow. */
const phaseMs = 700;

function databaseAt(url: string, server: PostgresServer): ScratchDatabase {
  return { url, run: (sql) => server.run('petstore', sql), remove: async () => undefined };
}

/** The same server program on the same port as one that was killed. */
async function replace(nodes: TestServer[], index: number, database: ScratchDatabase): Promise<void> {
  nodes[index]?.signal('SIGKILL');
  await nodes[index]?.exited;
  nodes[index] = await startServer({ database, env });
}

/** When every node is ready again, in ms from now. */
async function untilReady(nodes: readonly TestServer[]): Promise<number> {
  const began = performance.now();
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const answers = await Promise.all(nodes.map((node) => node.fetch('/readyz').catch(() => undefined)));
    if (answers.every((answer) => answer?.status === 200)) return performance.now() - began;
    await Bun.sleep(10);
  }
  throw new Error('the nodes do not become ready');
}

test('three nodes lose and refuse nothing when one is killed and when PostgreSQL is restarted and killed', async () => {
  const server = await PostgresServer.start();
  await server.run('postgres', 'CREATE DATABASE petstore');
  const database = databaseAt(server.url('petstore'), server);
  const nodes = await Promise.all([1, 2, 3].map(() => startServer({ database, env })));
  const load = startLoad(nodes);
  await Bun.sleep(phaseMs);
  await replace(nodes, 0, database);
  await Bun.sleep(phaseMs);
  for (const how of ['fast', 'kill'] as const) {
    await server.stop(how);
    expect((await nodes[1]?.fetch('/readyz'))?.status).toBe(503);
    await server.restart();
    expect(await untilReady(nodes)).toBeLessThan(recoveryMs);
    await Bun.sleep(phaseMs);
  }
  await load.stop();
  const found = await readAllNames(nodes[2] as TestServer);
  await Promise.all(nodes.map((node) => node.stop()));
  await server.remove();
  expect([load.unexpected, load.refused, load.givenTwice]).toEqual([[], [], []]);
  expect(load.acknowledged.size).toBeGreaterThan(100);
  expect([...load.acknowledged].filter(([id, name]) => found.get(id) !== name)).toEqual([]);
  expect(found.size).toBe(load.acknowledged.size);
}, 90_000);

test('three nodes go over to a standby that is promoted, and nothing is lost or refused', async () => {
  const primary = await PostgresServer.start();
  await primary.run('postgres', 'CREATE DATABASE petstore');
  const standby = await PostgresServer.startStandby(primary);
  const url = primary.url('petstore').replace(/(127\.0\.0\.1):\d+/, `$1:${standby.port},$1:${primary.port}`);
  const database = databaseAt(url, primary);
  const nodes = await Promise.all([1, 2, 3].map(() => startServer({ database, env })));
  const load = startLoad(nodes);
  await Bun.sleep(phaseMs);
  await primary.stop('kill');
  await Bun.sleep(300);
  const statuses = await Promise.all(nodes.map(async (node) => (await node.fetch('/readyz')).status));
  const acknowledgedBefore = load.acknowledged.size;
  await standby.run('postgres', 'SELECT pg_promote()');
  const readyAfterMs = await untilReady(nodes);
  await Bun.sleep(phaseMs);
  await load.stop();
  const found = await readAllNames(nodes[0] as TestServer);
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([primary.remove(), standby.remove()]);
  expect(statuses).toEqual([503, 503, 503]);
  expect(readyAfterMs).toBeLessThan(recoveryMs);
  expect(acknowledgedBefore).toBeGreaterThan(50);
  expect(load.acknowledged.size).toBeGreaterThan(acknowledgedBefore);
  expect([load.unexpected, load.refused, load.givenTwice]).toEqual([[], [], []]);
  expect([...load.acknowledged].filter(([id, name]) => found.get(id) !== name)).toEqual([]);
  expect(found.size).toBe(load.acknowledged.size);
}, 90_000);
