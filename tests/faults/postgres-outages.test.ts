import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../support/app.ts';
import { engineOf } from '../support/engines.ts';
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
const create = (name: string, headers = {}) => service.post('/v1/pets', pet.replace('Frank', name), headers);
const countOf = async (name: string) =>
  Number((await server.run('petstore', `SELECT count(*) FROM pets WHERE name = '${name}'`))[0]?.[0]);

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

describe('a create whose commit gets no response', () => {
  test.each([
    ['without an idempotency key', {}],
    ['with one', { 'Idempotency-Key': 'lost-answer' }],
  ])('is answered with 503 and never with 201, %s', async (which, headers) => {
    const name = `Unknown ${which}`;
    proxy.loseCommitOf(name);
    const answer = await create(name, headers);
    const message = expect.stringContaining('whether the write took effect is unknown');
    expect(await bodyOf<unknown>(answer)).toEqual({ code: 'unavailable', message, status: answer.status });
    expect(answer.status).toBe(503);
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

test('a COMMIT that the server refuses leaves nothing to the next writes of its connection', async () => {
  const rename = (name: string) => service.send('PATCH', '/v1/pets/1', { name });
  expect((await create('Frank')).status).toBe(201);
  // Events are numbered in the background, with a COMMIT of their own.
  await Promise.all([service, hasty].map(({ sequencing }) => sequencing.stop()));
  let refused = 0;
  // As if it were cancelled while the server reads it: any other failure of a COMMIT ends the transaction.
  proxy.inspect((piece) => {
    const at = piece.indexOf('COMMIT\0');
    if (at !== -1 && refused++ === 0) piece.write('COMMIX', at);
    return 'pass';
  });
  expect((await rename('Bella')).status).toBe(500);
  expect(refused).toBe(1);
  // As many connections as there are, one of which has met the failure.
  const renamed = await Promise.all(Array.from({ length: 64 }, (_, index) => rename(`Frank ${index}`)));
  expect(renamed.map(({ status }) => status)).toEqual(renamed.map(() => 200));
});

test('while the server is away requests fail with 503 and Retry-After, and a key that has read the metrics before can still read them', async () => {
  const scrape = (key: string) => hasty.fetch('/metrics', { headers: { Authorization: `Bearer ${key}` } });
  const [known, unknown] = [await hasty.makeKey('monitor'), await hasty.makeKey('monitor')];
  expect([(await scrape(known)).status, (await create('Before')).status]).toEqual([200, 201]);
  await server.stop('kill');
  await until('all connections to be lost', () =>
    [service, hasty].every(({ store }) => store.metrics.connections?.().open === 0),
  );
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
  const answer = await scrape(known);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('petstore_database_connections{state="open"} 0\n');
  expect((await scrape(unknown)).status).toBe(503);
  await server.restart();
  await untilServed();
  expect((await scrape(unknown)).status).toBe(200);
  expect(await Promise.all(['Before', 'Away'].map(countOf))).toEqual([1, 0]);
});
