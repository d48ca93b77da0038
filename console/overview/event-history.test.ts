import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Client, createClient } from '../../client/index.ts';
import { type ScratchDatabase, sqlite } from '../../tests/support/engines.ts';
import { makeEvents, runBeside } from '../../tests/support/event-log.ts';
import { adminKey, startServer, type TestServer } from '../../tests/support/server.ts';
import { continueHistory, mostEvents, readHistory } from './event-history.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const { signal } = new AbortController();
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const options = { signal, since: daysAgo(30) };

let database: ScratchDatabase;
let server: TestServer;
let client: Client;
let requests = 0;

beforeAll(async () => {
  database = await sqlite.makeDatabase();
  server = await startServer({ database });
  client = createClient({
    baseUrl: server.url,
    apiKey: adminKey,
    fetch: (url, init) => {
      requests += 1;
      return fetch(url, init);
    },
  });
});
afterAll(async () => {
  await server.stop();
  await database.remove();
});
beforeEach(() => {
  requests = 0;
});
afterEach(() => runBeside(database, 'DELETE FROM events'));

const make = (count: number, last: number, at: Date) => makeEvents(database, count, last, at);
const idsOf = ({ events }: { events: readonly { id: bigint }[] }) => events.map(({ id }) => Number(id));
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('where nothing has happened there is nothing', async () => {
  expect(await readHistory(client, options)).toEqual({ events: [], last: 0n, reach: 'far enough' });
});

test('of a million events only those are read that are wanted', async () => {
  make(1_000_000, 1_000_000, daysAgo(40));
  make(150, 1_000_150, daysAgo(1));
  const history = await readHistory(client, options);
  expect(requests).toBeLessThan(8);
  expect(history.reach).toBe('far enough');
  expect(idsOf(history)).toEqual(from(idsOf(history)[0] ?? 0, 1_000_150));
  expect(history.events.length).toBeGreaterThanOrEqual(151);
}, 60_000);

test('where too much has happened, the newest ten thousand are read, and it is told', async () => {
  make(50_000, 50_000, daysAgo(1));
  const history = await readHistory(client, options);
  expect(requests).toBeLessThan(mostEvents / 100 + 10);
  expect(history.reach).toBe('limit');
  expect(history.events.length).toBeGreaterThanOrEqual(mostEvents);
  expect(idsOf(history)).toEqual(from(idsOf(history)[0] ?? 0, 50_000));
}, 60_000);

test('where older events are not kept, all that are kept are read, and it is told', async () => {
  make(456, 1_000, daysAgo(1));
  const history = await readHistory(client, options);
  expect([history.reach, idsOf(history)]).toEqual(['forgotten', from(545, 1_000)]);
});

test('events that are not kept are not missed where they are not wanted', async () => {
  make(456, 1_000, daysAgo(40));
  make(10, 1_010, daysAgo(1));
  expect((await readHistory(client, options)).reach).toBe('far enough');
});

test('to go on takes one request, and adds what has happened since', async () => {
  make(120, 120, daysAgo(1));
  const history = await readHistory(client, options);
  make(30, 150, daysAgo(0));
  requests = 0;
  const later = await continueHistory(client, history, options);
  expect([requests, later.last, idsOf(later)]).toEqual([1, 150n, from(1, 150)]);
  expect(await continueHistory(client, later, options)).toEqual(later);
});

test('after a pause in which too much has happened it is read anew, without a gap', async () => {
  make(120, 120, daysAgo(1));
  const history = await readHistory(client, options);
  make(20_000, 20_120, daysAgo(0));
  const later = await continueHistory(client, history, options);
  expect([later.reach, later.last]).toEqual(['limit', 20_120n]);
  expect(idsOf(later)).toEqual(from(idsOf(later)[0] ?? 0, 20_120));
}, 60_000);

test('what goes on keeps no more than ten thousand events', async () => {
  make(mostEvents, mostEvents, daysAgo(1));
  const history = await readHistory(client, options);
  make(1_000, mostEvents + 1_000, daysAgo(0));
  const later = await continueHistory(client, history, options);
  expect([later.reach, idsOf(later)]).toEqual(['limit', from(1_001, mostEvents + 1_000)]);
}, 60_000);

test('where the server knows less than before, such as after a restore, it is read anew', async () => {
  make(120, 120, daysAgo(1));
  const history = await readHistory(client, options);
  runBeside(database, 'DELETE FROM events WHERE id > 50');
  const later = await continueHistory(client, history, options);
  expect([later.last, idsOf(later)]).toEqual([50n, from(1, 50)]);
});

test('what is too old is dropped in time, but for the newest hundred', async () => {
  make(500, 500, daysAgo(1));
  const history = await readHistory(client, options);
  make(10, 510, daysAgo(0));
  const later = await continueHistory(client, history, { signal, since: daysAgo(0.5) });
  expect([later.reach, idsOf(later)]).toEqual(['far enough', from(411, 510)]);
});
