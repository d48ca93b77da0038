import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLog } from '../../src/lib/log.ts';
import { startStorageMonitor } from '../../src/service/storage-monitor.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Engine } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { type NetworkProxy, startProxy } from '../support/http/proxy.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { until } from '../support/until.ts';

let server: PostgresServer;
let proxy: NetworkProxy;
/** Waits for the database longer than any outage in these tests. */
let service: TestApp;
/** Waits for the database only briefly. */
let hasty: TestApp;

/** The database of this file's own server, reached through the proxy. */
const engine: Engine = {
  name: 'PostgreSQL behind a proxy',
  async makeDatabase() {
    return {
      url: server.url('petstore').replace(/:\d+\//, `:${proxy.port}/`),
      run: (sql) => server.run('petstore', sql),
      remove: async () => undefined,
    };
  },
};

beforeAll(async () => {
  server = await PostgresServer.start();
  proxy = await startProxy(server.port);
  await server.run('postgres', 'CREATE DATABASE petstore');
  service = await startApp({}, engine, { waitMs: 25_000 });
  hasty = await startApp({}, engine, { waitMs: 100 });
});
afterAll(async () => {
  await hasty.close();
  await service.close();
  await proxy.close();
  await server.remove();
});

/** An idle machine needs a thirtieth of this; the rest is for busy ones. */
const recoveryMs = 10_000;

const pet = '{"name":"Frank","categoryId":1}';
const list = () => service.fetch('/v1/pets?limit=1');
const create = (name: string, headers = {}) => service.post('/v1/pets', pet.replace('Frank', name), headers);
const countOf = async (name: string) =>
  Number((await server.run('petstore', `SELECT count(*) FROM pets WHERE name = '${name}'`))[0]?.[0]);
const terminateAll = () =>
  server.run(
    'petstore',
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  );

/** Between two requests of a client: so that they do not slow down what they wait for. */
const pauseMs = 5;

/** Sixteen clients that write and sixteen that read, until they are stopped. */
function startLoad() {
  const creates: { name: string; status: number; isUnknown: boolean }[] = [];
  const reads: number[] = [];
  let isOver = false;
  const writers = Array.from({ length: 16 }, async (_, client) => {
    for (let count = 0; !isOver && count < 10_000; count++) {
      const name = `Load ${client} ${count} ${crypto.randomUUID()}`;
      const answer = await create(name);
      creates.push({
        name,
        status: answer.status,
        isUnknown: (await answer.text()).includes('took effect is unknown'),
      });
      await Bun.sleep(pauseMs);
    }
  });
  const readers = Array.from({ length: 16 }, async () => {
    for (let count = 0; !isOver && count < 100_000; count++) {
      reads.push((await list()).status);
      await Bun.sleep(pauseMs);
    }
  });
  return {
    creates,
    async stop() {
      isOver = true;
      await Promise.all([...writers, ...readers]);
      const rows = await server.run(
        'petstore',
        "SELECT name, count(*) FROM pets WHERE name LIKE 'Load%' GROUP BY name",
      );
      const kept = new Map(rows.map(([name, count]) => [String(name), Number(count)]));
      const isRight = ({ name, status, isUnknown }: (typeof creates)[number]) => {
        const count = kept.get(name) ?? 0;
        return isUnknown ? count <= 1 : status === 201 && count === 1;
      };
      return {
        wrong: creates.filter((answer) => !isRight(answer)).slice(0, 5),
        failedReads: reads.filter((status) => status !== 200).length,
      };
    },
  };
}

/** Waits until reads and writes both work again; returns the time in ms. */
async function untilServed(): Promise<number> {
  const began = performance.now();
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const answers = await Promise.all([list(), create('Recovered'), service.fetch('/readyz')]);
    if (answers.every(({ ok }) => ok)) return performance.now() - began;
    await Bun.sleep(10);
  }
  throw new Error('the service does not recover');
}

describe('connections that the server closes', () => {
  test('are replaced without failing a read', async () => {
    for (let round = 0; round < 5; round++) {
      await terminateAll();
      const answers = await Promise.all(Array.from({ length: 20 }, list));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  test('repeatedly under load cause no failure but an unknown outcome, and lose or duplicate no animal', async () => {
    const load = startLoad();
    for (let kill = 0; kill < 12; kill++) {
      await terminateAll();
      await Bun.sleep(20 * Math.random());
    }
    await until('30 creates to be answered', () => load.creates.filter(({ isUnknown }) => !isUnknown).length > 30);
    expect(await load.stop()).toEqual({ wrong: [], failedReads: 0 });
  });
});

describe('a create whose commit gets no response', () => {
  test.each([
    ['without an idempotency key', {}],
    ['with one', { 'Idempotency-Key': 'lost-answer' }],
  ])('is answered with 503 and never with 201, %s', async (which, headers) => {
    const name = `Unknown ${which}`;
    proxy.loseCommitOf(name);
    const answer = await create(name, headers);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        code: 'unavailable',
        message: expect.stringContaining('whether the write took effect is unknown'),
        status: 503,
      },
    ]);
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await countOf(name)).toBe(1);
  });

  test('is carried out exactly once when it is retried with the same idempotency key', async () => {
    const name = 'Unknown with one';
    const answer = await create(name, { 'Idempotency-Key': 'lost-answer' });
    expect([answer.status, answer.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(await countOf(name)).toBe(1);
  });
});

describe('a server that comes back', () => {
  test.each(['fast', 'kill'] as const)('in time (%s) causes no failure but an unknown outcome', async (how) => {
    const load = startLoad();
    for (let round = 0; round < 2; round++) {
      await server.stop(how);
      await server.restart();
      await untilServed();
    }
    expect(await load.stop()).toEqual({ wrong: [], failedReads: 0 });
    expect(load.creates.length).toBeGreaterThan(30);
  });

  test.each(['fast', 'kill'] as const)('too late (%s) makes requests fail with 503 and Retry-After', async (how) => {
    const name = `Before ${how}`;
    expect((await create(name)).status).toBe(201);
    await server.stop(how);
    await hasty.fetch('/v1/pets?limit=1');
    const order: string[] = [];
    const note = (path: string) => async (answer: Response) => {
      order.push(path);
      expect([answer.status, (await bodyOf<{ code: string }>(answer)).code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    };
    await Promise.all([
      hasty.fetch('/v1/pets?limit=1').then(note('list')),
      hasty.post('/v1/pets', pet.replace('Frank', 'Away')).then(note('create')),
      hasty.fetch('/readyz').then(note('readyz')),
    ]);
    expect(order[0]).toBe('readyz');
    expect((await hasty.fetch('/livez')).status).toBe(200);
    await server.restart();
    expect(await untilServed()).toBeLessThan(recoveryMs);
    expect(await Promise.all([name, 'Away'].map(countOf))).toEqual([1, 0]);
  });
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
  await until('the loss to be noticed', () => !monitor.isReadable && !monitor.isWritable);
  const probes = async () =>
    (await Promise.all(['', '/reads', '/writes'].map((path) => hasty.fetch(`/readyz${path}`)))).map(
      ({ status }) => status,
    );
  expect(await probes()).toEqual([503, 503, 503]);
  for (let count = 0; count < 10; count++) expect((await hasty.post('/v1/pets', pet)).status).toBe(503);
  await server.restart();
  // No client writes: the monitor detects by itself that writes work again.
  await until('the return to be noticed', () => monitor.isReadable && monitor.isWritable);
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

test('during an outage, a key that has read the metrics before can still read them', async () => {
  const scrape = (key: string) => hasty.fetch('/metrics', { headers: { Authorization: `Bearer ${key}` } });
  const [known, unknown] = [await hasty.makeKey('monitor'), await hasty.makeKey('monitor')];
  expect((await scrape(known)).status).toBe(200);
  await server.stop('kill');
  await hasty.fetch('/v1/pets?limit=1');
  const answer = await scrape(known);
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('petstore_database_connections{state="open"} 0\n'),
  ]);
  expect((await scrape(unknown)).status).toBe(503);
  await server.restart();
  await untilServed();
  await until(
    'the metrics to be readable again',
    async () => (await scrape(unknown)).status,
    (status) => status === 200,
  );
});

test('no request waits forever for a server that falls silent', async () => {
  proxy.hush();
  const answers = await Promise.all([hasty.fetch('/v1/pets?limit=1'), hasty.post('/v1/pets', pet)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  proxy.recover();
  expect(await untilServed()).toBeLessThan(recoveryMs);
});
