import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createLog } from '../../../src/lib/log.ts';
import { startStorageMonitor } from '../../../src/server/storage-monitor.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engineOf } from '../../support/engines.ts';
import { type NetworkProxy, startProxy } from '../../support/http/proxy.ts';
import { isAvailable } from '../../support/is-available.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { until } from '../../support/until.ts';

let server: PostgresServer;
let proxy: NetworkProxy;
/** Waits for the database longer than any outage in these tests. */
let service: TestApp;
/** Waits for the database only briefly. */
let hasty: TestApp;

beforeAll(async () => {
  server = await PostgresServer.start();
  await server.trustClients();
  proxy = await startProxy(server.port);
  const { url } = await server.makeDatabase();
  const engine = engineOf(server.databaseAt(url.replace(/:\d+\//, `:${proxy.port}/`)));
  service = await startApp({}, engine, { waitMs: 60_000 });
  hasty = await startApp({}, engine, { waitMs: 100 });
});
afterAll(async () => {
  await hasty.close();
  await service.close();
  await proxy.close();
  await server.remove();
});

const pet = '{"name":"Frank","categoryId":1}';
const list = () => service.fetch('/v1/pets?limit=1');
/** Whether reads and writes work. */
async function isServed({ fetch, post }: TestApp): Promise<boolean> {
  const answers = await Promise.all([fetch('/v1/pets?limit=1'), post('/v1/pets', pet), fetch('/readyz')]);
  return answers.every(({ ok }) => ok);
}

/** Waits until reads and writes work again, of both services. */
async function untilServed(): Promise<void> {
  for (const app of [hasty, service]) await until('the service to recover', () => isServed(app));
}

// A test that fails during an outage leaves none to the next one.
afterEach(async () => {
  proxy.inspect(() => 'pass');
  if (await isServed(hasty)) return;
  await server.restart();
  proxy.recover();
  await untilServed();
});

test('connections that the server closes are replaced without failing a read', async () => {
  for (let round = 0; round < 2; round++) {
    await server.endSessions();
    const answers = await Promise.all(Array.from({ length: 20 }, list));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  }
});

test('an outage logs its beginning for reads and for writes, each further cause once, and its end', async () => {
  const lines: Record<string, unknown>[] = [];
  const { store } = hasty;
  const monitor = startStorageMonitor({
    store,
    log: createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    countRefused: () => hasty.app.refusedRequests,
    intervalMs: 5,
  });
  await server.stop('fast');
  await until('the loss to be noticed', () => !isAvailable(monitor, 'reads') && !isAvailable(monitor, 'writes'));
  const probes = async () => {
    const answers = ['', '/reads', '/writes'].map((path) => hasty.fetch(`/readyz${path}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await probes()).toEqual([503, 503, 503]);
  for (let count = 0; count < 10; count++) expect((await hasty.post('/v1/pets', pet)).status).toBe(503);
  await server.restart();
  // No client writes: the monitor detects by itself that writes work again.
  await until('the return to be noticed', () => isAvailable(monitor, 'reads') && isAvailable(monitor, 'writes'));
  expect(await probes()).toEqual([200, 200, 200]);
  await monitor.stop();
  const further = lines.filter(({ event }) => String(event).startsWith('the storage is still not available'));
  expect(new Set(further.map(({ event, cause }) => `${event} ${cause}`)).size).toBe(further.length);
  const ends = lines.filter((line) => !further.includes(line));
  expect(ends.map(({ level, event }) => [level, event]).toSorted()).toEqual([
    ['error', 'the storage is not available for reads'],
    ['error', 'the storage is not available for writes'],
    ['info', 'the storage is available for reads again'],
    ['info', 'the storage is available for writes again'],
  ]);
  const refused = lines.filter(({ level }) => level === 'info').map(({ refusedRequests }) => Number(refusedRequests));
  expect(Math.min(...refused)).toBeGreaterThanOrEqual(10);
});

test('no request waits forever for a server that falls silent', async () => {
  proxy.hush();
  const answers = await Promise.all([hasty.fetch('/v1/pets?limit=1'), hasty.post('/v1/pets', pet)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  proxy.recover();
  await untilServed();
});
