import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/body.ts';
import type { Engine } from '../support/engines.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { type NetworkProxy, startProxy } from '../support/proxy.ts';

let server: PostgresServer;
let proxy: NetworkProxy;
let service: TestApp;

/** A database of this file's own server, reached through the proxy. */
const engine: Engine = {
  name: 'PostgreSQL behind a proxy',
  async makeDatabase() {
    await server.run('postgres', 'CREATE DATABASE petstore');
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
  service = await startApp({}, engine);
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await server.remove();
});

/** By itself it takes a tenth of this; the rest is for busy machines. */
const recoveryMs = 3_000;

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

/** How long (ms) until reading and writing both work again. */
async function untilServed(): Promise<number> {
  const began = performance.now();
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const answers = await Promise.all([list(), create('Recovered'), service.fetch('/readyz')]);
    if (answers.every(({ ok }) => ok)) return performance.now() - began;
    await Bun.sleep(10);
  }
  throw new Error('the service does not recover');
}

describe('connections that the server ends', () => {
  test('are replaced without a reader noticing', async () => {
    for (let round = 0; round < 10; round++) {
      await terminateAll();
      const answers = await Promise.all(Array.from({ length: 20 }, list));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
  });

  test('lose no acknowledged animal, leave none that was refused, and are never a 500', async () => {
    const statuses = new Map<string, number>();
    let isOver = false;
    const clients = Array.from({ length: 16 }, async (_, client) => {
      for (let count = 0; !isOver && count < 10_000; count++) {
        const name = `Storm ${client} ${count}`;
        const answer = await create(name);
        const isUnknown = answer.status === 503 && (await answer.text()).includes('unknown');
        statuses.set(name, isUnknown ? 0 : answer.status);
      }
    });
    for (let kill = 0; kill < 30; kill++) {
      await terminateAll();
      await Bun.sleep(20 * Math.random());
    }
    isOver = true;
    await Promise.all(clients);
    const rows = await server.run('petstore', "SELECT name, count(*) FROM pets WHERE name LIKE 'Storm%' GROUP BY name");
    const kept = new Map(rows.map(([name, count]) => [String(name), Number(count)]));
    const wrong = [...statuses].filter(([name, status]) => {
      const count = kept.get(name) ?? 0;
      if (status === 0) return count > 1;
      return status === 201 ? count !== 1 : status !== 503 || count !== 0;
    });
    expect(wrong).toEqual([]);
    expect([...statuses.values()].filter((status) => status === 201).length).toBeGreaterThan(30);
  });
});

describe('a create whose commit gets no answer', () => {
  test.each([
    ['without an idempotency key', {}],
    ['with one', { 'Idempotency-Key': 'lost-answer' }],
  ])('is answered with 503 and never with 201, %s', async (which, headers) => {
    const name = `Unknown ${which}`;
    proxy.loseCommitOf(name);
    const answer = await create(name, headers);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { code: 'unavailable', message: expect.stringContaining('whether it was kept is unknown'), status: 503 },
    ]);
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await countOf(name)).toBe(1);
  });

  test('is done exactly once when it is repeated with the same idempotency key', async () => {
    const name = 'Unknown with one';
    const answer = await create(name, { 'Idempotency-Key': 'lost-answer' });
    expect([answer.status, answer.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(await countOf(name)).toBe(1);
  });
});

describe('while the server is away', () => {
  test('every request is answered at once with 503 and a time to come back, and the service recovers by itself', async () => {
    await server.stop('fast');
    await list();
    for (const ask of [list, () => create('Away'), () => service.fetch('/readyz')]) {
      const began = performance.now();
      const answer = await ask();
      expect([answer.status, (await bodyOf<{ code: string }>(answer)).code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(performance.now() - began).toBeLessThan(4_000);
    }
    expect((await service.fetch('/livez')).status).toBe(200);
    await server.restart();
    expect(await untilServed()).toBeLessThan(recoveryMs);
    expect(await countOf('Away')).toBe(0);
  });

  test('a crash is survived in the same way', async () => {
    expect((await create('Before the crash')).status).toBe(201);
    await server.stop('kill');
    expect((await create('During the crash')).status).toBe(503);
    await server.restart();
    expect(await untilServed()).toBeLessThan(recoveryMs);
    expect(await countOf('Before the crash')).toBe(1);
  });
});

test('a server that falls silent keeps nobody waiting for ever', async () => {
  proxy.hush();
  const answers = await Promise.all([list(), create('Silent')]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  proxy.recover();
  expect(await untilServed()).toBeLessThan(recoveryMs);
}, 30_000);
