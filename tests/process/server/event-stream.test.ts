import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { createClient } from '../../../client/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type EventBody, lastEventId } from '../../support/data/events.ts';
import { type Engine, engines, onOneEngine, postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { readPages } from '../../support/http/pages.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
const get = (path: string) => server.fetch(path);
const add = async (name = 'Frank', node = server) => {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  return await bodyOf<PetBody>(
    await node.fetch('/v1/pets', { ...init, body: JSON.stringify({ name, categoryId: 3 }) }),
  );
};
const addMany = (count: number, node = server) =>
  Promise.all(Array.from({ length: count }, (_, index) => add(`Number ${index}`, node)));
const follow = (headers: Record<string, string> = {}, query = '', node = server) =>
  EventReader.open((init) => node.fetch(`/v1/events${query}`, init), headers);
/** Adds events as that many changes would. */
const addEvents = (database: ScratchDatabase, count: number, name = 'Hounds') =>
  database.run(
    `INSERT INTO pending_events (type, at, name, category_id)
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
     SELECT 'category.updated', ${Date.now()}, '${name}', number FROM numbers ORDER BY number`,
  );
const codeOf = async (response: Response) => [response.status, (await bodyOf<{ code: string }>(response)).code];
const eventStream = { Accept: 'text/event-stream' };

/** The ids after one up to and including another. */
const idsBetween = (behind: number, last: number) =>
  Array.from({ length: last - behind }, (_, index) => behind + 1 + index);

const openStreams = async () =>
  Number(/^petstore_streams_open (\d+)$/m.exec(await (await get('/metrics')).text())?.[1]);
const untilOpen = (count: number) => until(`${count} open streams`, openStreams, (open) => open === count);

/** The events that the pages list after an id; the stream sends the same. */
const pagesBehind = (behind: number) => readPages<EventBody>(get, `/v1/events?limit=100&after=${behind}`);

describe.each(engines)('on $name', (engine: Engine) => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    server = await startServer({ database });
  });
  afterAll(async () => {
    await server.stop();
    await database.remove();
  });

  test('a new stream sends its position at once, and then all later events in order', async () => {
    const before = await lastEventId(server);
    const reader = await follow();
    expect([reader.lastEventId, reader.events]).toEqual([String(before), []]);
    const { id } = await add('Zoë 🐕 "data: \u2028');
    await addMany(60);
    await server.fetch(`/v1/pets/${id}`, { method: 'DELETE' });
    await reader.until(() => reader.events.length >= 62);
    reader.close();
    expect(reader.ids).toEqual(idsBetween(before, before + 62));
    expect(reader.bodies).toEqual(await pagesBehind(before));
    for (const { type, data } of reader.events) expect(JSON.parse(data).type).toBe(type);
    expect(reader.bodies.at(-1)).toMatchObject({ type: 'pet.deleted', petId: id });
  });

  onOneEngine(engine, () => {
    test('a client that is cut off again and again and resumes after its last id misses nothing and receives nothing twice', async () => {
      const before = await lastEventId(server);
      const total = 200;
      const adding = (async () => {
        for (let round = 0; round < 10; round++) await addMany(total / 10);
      })();
      const ids: number[] = [];
      let position = String(before);
      for (let connection = 0; ids.length < total && connection < 200; connection++) {
        const reader = await follow({ 'Last-Event-ID': position });
        const wanted = Math.min(7, total - ids.length);
        await reader.until(() => reader.events.length >= wanted);
        reader.close();
        ids.push(...reader.ids);
        position = reader.lastEventId;
      }
      await adding;
      expect(ids).toEqual(idsBetween(before, before + total));
    });

    test('clients that are more than a thousand events behind receive all of them and then new ones, as the pages list them', async () => {
      const before = await lastEventId(server);
      await addEvents(database, 1_200);
      await server.untilSettled();
      const adding = (async () => {
        for (let round = 0; round < 10; round++) await addMany(10);
      })();
      const readers = await Promise.all(
        [before, before + 50, before + 900, before + 1_199].map((after) => follow({}, `?after=${after}`)),
      );
      await adding;
      await Promise.all(readers.map((reader) => reader.until(() => reader.lastEventId === String(before + 1_300))));
      for (const reader of readers) reader.close();
      const [whole, ...others] = readers.map(({ bodies }) => bodies);
      expect(whole).toEqual(await pagesBehind(before));
      expect(whole).toHaveLength(1_300);
      expect(others).toEqual([50, 900, 1_199].map((skipped) => whole?.slice(skipped) ?? []));
    });

    test('a position that is not reached yet is rejected with 410 events_expired before a stream begins', async () => {
      const ahead = String((await lastEventId(server)) + 1);
      for (const [headers, query] of [
        [{}, `?after=${ahead}`],
        [{ 'Last-Event-ID': ahead }, ''],
      ] as const) {
        const response = await server.fetch(`/v1/events${query}`, { headers: { ...eventStream, ...headers } });
        expect(await codeOf(response)).toEqual([410, 'events_expired']);
      }
    });
  });

  test.if(engine === postgres)(
    'every node sends the events of all others, and ends the streams of a key that another one revokes',
    async () => {
      const nodes = [server, await startServer({ database })];
      const client = createClient({ baseUrl: server.url, apiKey: adminKey });
      const before = await lastEventId(server);
      const readers = await Promise.all(nodes.map((node) => follow({}, `?after=${before}`, node)));
      await Promise.all(nodes.map((node) => addMany(50, node)));
      await Promise.all(readers.map((reader) => reader.until(() => reader.events.length === 100)));
      for (const reader of readers) reader.close();
      expect(readers[0]?.ids).toEqual(idsBetween(before, before + 100));
      expect(readers[1]?.events).toEqual(readers[0]?.events ?? []);
      const { id, secret } = await client.keys.create({ name: 'for a while', role: 'reader' });
      const streams = await Promise.all(nodes.map((node) => follow({ Authorization: `Bearer ${secret}` }, '', node)));
      await client.keys.revoke(id);
      await Promise.all(streams.map((stream) => stream.until(() => stream.end === 'complete')));
      await nodes[1]?.stop();
    },
  );

  test('a server that is killed and restarted lets streams resume where they ended', async () => {
    const before = await lastEventId(server);
    const reader = await follow();
    const made = addMany(300).catch(() => undefined);
    await reader.until(() => reader.events.length > 0);
    server.signal('SIGKILL');
    await server.exited;
    await made;
    await reader.until(() => reader.end !== undefined);
    expect(reader.end).toBe('broken');

    server = await startServer({ database });
    await add('The last one');
    const last = await lastEventId(server);
    const next = await follow({ 'Last-Event-ID': reader.lastEventId });
    await next.until(() => next.lastEventId === String(last));
    next.close();
    expect([...reader.ids, ...next.ids]).toEqual(idsBetween(before, last));
    expect([...reader.bodies, ...next.bodies]).toEqual(await pagesBehind(before));
  });

  test('a restart says nothing of a preset key that is registered', () => {
    expect(server.output.stdout).not.toMatch(/PETSTORE_API_KEY|pet_prod_|a new database/);
  });

  // None of the following depends on the engine.
  if (engine !== sqlite) return;

  onOneEngine(engine, () => {
    test('a stream begins after Last-Event-ID, or else after the parameter after', async () => {
      await addMany(10);
      const last = await lastEventId(server);
      const readers = [
        await follow({}, `?after=${last - 3}`),
        await follow({ 'Last-Event-ID': String(last - 2) }, `?after=${last - 3}`),
        await follow({ 'Last-Event-ID': '0' }),
        await follow({}, `?after=${last}`),
      ];
      await add();
      await Promise.all(readers.map((reader) => reader.until(() => reader.lastEventId === String(last + 1))));
      for (const reader of readers) reader.close();
      expect(readers.map(({ ids }) => ids)).toEqual(
        [last - 3, last - 2, 0, last].map((behind) => idsBetween(behind, last + 1)),
      );
    });

    test('100 streams receive the same events', async () => {
      const readers = await Promise.all(Array.from({ length: 100 }, () => follow()));
      const before = Number(readers[0]?.lastEventId);
      await addMany(20);
      await Promise.all(readers.map((reader) => reader.until(() => reader.events.length === 20)));
      for (const reader of readers) reader.close();
      for (const { ids } of readers) expect(ids).toEqual(idsBetween(before, before + 20));
    });

    test('the stream of a client that disconnects is closed', async () => {
      await untilOpen(0);
      const readers = await Promise.all([follow(), follow(), follow()]);
      expect(await openStreams()).toBe(3);
      for (const reader of readers) reader.close();
      await untilOpen(0);
    });

    test('a server ends its streams and exits at once when it is told to stop', async () => {
      const before = await lastEventId(server);
      await addMany(3);
      const readers = await Promise.all(Array.from({ length: 20 }, () => follow({}, `?after=${before}`)));
      await Promise.all(readers.map((reader) => reader.until(() => reader.events.length === 3)));
      expect(await server.stop()).toBe(0);
      await Promise.all(readers.map((reader) => reader.until(() => reader.end !== undefined)));
      expect(readers.map(({ end }) => end)).toEqual(readers.map(() => 'complete'));
      expect(server.output.stderr).not.toContain('"error"');
    });
  });
});

test('a server exits although a client reads nothing of its stream', async () => {
  const database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startServer({ database });
  const events = 8_000;
  await addEvents(database, events, '🐕'.repeat(255));
  await server.untilSettled();
  const { hostname, port } = new URL(server.url);
  const head = ['GET /v1/events?after=0 HTTP/1.1', 'Host: petstore.test', `Authorization: Bearer ${adminKey}`];
  const socket = connect({ port: Number(port), host: hostname }, () => {
    socket.pause();
    socket.write([...head, 'Accept: text/event-stream', '', ''].join('\r\n'));
  });
  socket.on('error', () => undefined);
  await untilOpen(1);
  // When another client has received everything, the buffers of this connection are full.
  const other = await follow({}, '?after=0');
  await other.until(() => other.events.length === events);
  other.close();
  const limitMs = 25_000;
  const stopped = await Promise.race([server.stop(), Bun.sleep(limitMs)]);
  // The service waits longer than this for requests in progress.
  expect(stopped).toBe(0);
  socket.destroy();
  await database.remove();
});

describe('a request for a stream', () => {
  let service: TestApp;
  const ask = (headers: Record<string, string>, query = '', method = 'GET') =>
    service.fetch(`/v1/events${query}`, { method, headers });
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  test('an event consists of the fields id, event and data, and the headers prevent caching', async () => {
    const before = await lastEventId(service);
    const response = await ask(eventStream, `?after=${before}`);
    await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
    let text = '';
    for await (const piece of response.body ?? []) {
      text += new TextDecoder().decode(piece);
      if (text.includes('data: ')) break;
    }
    const page = await (await service.fetch(`/v1/events?after=${before}`)).text();
    expect(text).toBe(`id: ${before}\n\nid: ${before + 1}\nevent: pet.created\ndata: ${page.slice(1, -1)}\n\n`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      stability: 'experimental',
      vary: 'Accept, Prefer',
      'x-request-id': expect.any(String),
    });
  });

  test.each(['x', '-1', '01', '9223372036854775808', ''])('the Last-Event-ID %p is rejected', async (id) => {
    const response = await ask({ ...eventStream, 'Last-Event-ID': id });
    const body = await bodyOf<object>(response);
    const message = expect.stringContaining('Last-Event-ID');
    expect(body).toEqual({ code: 'invalid_parameter', message, status: 400 });
  });

  test.each(['limit=10', 'after=-1', 'after=x'])('the query %s is rejected', async (query) => {
    expect(await codeOf(await ask(eventStream, `?${query}`))).toEqual([400, 'invalid_parameter']);
  });

  // src/http/request/accept.test.ts holds how the types are weighed.
  test.each([
    ['Text/Event-Stream', true],
    ['text/event-stream;q=0.5, application/json', false],
    ['*/*', false],
  ])('the header Accept: %p requests a stream: %p', async (accept, isStream) => {
    const response = await ask({ Accept: accept });
    await response.body?.cancel();
    expect(response.headers.get('Content-Type')).toBe(isStream ? 'text/event-stream' : 'application/json');
    expect(response.headers.get('Vary')).toBe('Accept, Prefer');
  });

  test('HEAD describes the stream, and ends', async () => {
    const response = await ask(eventStream, '', 'HEAD');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    expect(await response.text()).toBe('');
    expect((await ask(eventStream, '?limit=1', 'HEAD')).status).toBe(400);
    expect((await ask({}, '?limit=1', 'HEAD')).headers.has('ETag')).toBe(true);
  });
});
