import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import type { StreamOptions } from '../../src/http/stream/open-streams.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { readEvents } from '../support/data/events.ts';
import { linkOf, signIn, signInAs } from '../support/data/people.ts';
import { engineOf, postgres, sqlite } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { EventReader } from '../support/http/event-stream.ts';
import { startProxy } from '../support/http/proxy.ts';
import { until } from '../support/until.ts';

let service: TestApp;
let server: Bun.Server<undefined>;
let admin: string;

const add = (name = 'Frank') => service.post('/v1/pets', JSON.stringify({ name, categoryId: 3 }));
const ask = (key: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(new URL('/v1/events', server.url), {
    headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...headers },
    ...(signal && { signal }),
  });
const follow = (key = admin, headers: Record<string, string> = {}) =>
  EventReader.open((init) => ask(key, { ...headers, ...init.headers }, init.signal));
const codeOf = async (response: Response) => [response.status, (await bodyOf<{ code: string }>(response)).code];

/** The service on a real port, with limits other than its defaults. */
async function serve(streams: StreamOptions, engine = sqlite, idleTimeout = 60, connecting = {}): Promise<void> {
  const abandon = (request: Request) => server.timeout(request, 1);
  service = await startApp({ streams: { closeIfIdle: abandon, ...streams } }, engine, connecting);
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout, fetch: (request) => service.app.fetch(request) });
  admin = await service.makeKey('admin');
}

async function close(): Promise<void> {
  service.app.drain();
  service.app.endStreams();
  await server.stop(true);
  await service.close();
}

describe('with a heartbeat every 50 ms,', () => {
  beforeAll(() => serve({ heartbeatMs: 50 }));
  afterAll(close);

  test('an idle stream receives comments', async () => {
    const reader = await follow();
    await reader.until(() => reader.comments >= 3);
    reader.close();
    expect([reader.comments >= 3, reader.events, reader.lastEventId]).toEqual([true, [], '0']);
  });

  // The contract tests revoke and replace keys.
  test('the stream of a key that is expired ends, and that of another key continues', async () => {
    const secret = await service.makeKey('reader', BigInt(service.now + 60_000));
    const [reader, other] = [await follow(secret), await follow()];
    await add();
    await reader.until(() => reader.events.length === 1);
    expect(reader.end).toBeUndefined();
    service.now += 60_000;
    await reader.until(() => reader.end !== undefined);
    await add();
    await other.until(() => other.events.length === 2);
    expect([reader.end, reader.ids, other.end, other.ids]).toEqual(['complete', [1], undefined, [1, 2]]);
    other.close();
    expect(await codeOf(await ask(secret))).toEqual([401, 'invalid_api_key']);
  });
});

describe('a node', () => {
  afterEach(close);

  test('rejects streams beyond its limit, until one of them is closed', async () => {
    await serve({ maxOpen: 2 });
    const readers = await Promise.all([follow(), follow()]);
    const refused = await ask(admin);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await codeOf(refused)).toEqual([503, 'overloaded']);
    expect((await service.fetch('/v1/events')).status).toBe(200);
    readers[0]?.close();
    const next = await until('room for another', () => follow().catch(() => undefined));
    expect(next.lastEventId).toBe('0');
  });

  test('keeps the last quarter of its streams for keys that have few', async () => {
    await serve({ maxOpen: 8 });
    const greedy = await service.makeKey('reader');
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(greedy)));
    const refused = await ask(greedy);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await codeOf(refused)).toEqual([429, 'rate_limited']);
    streams.push(await follow());
    expect(await codeOf(await ask(admin))).toEqual([429, 'rate_limited']);
    const third = await service.makeKey('reader');
    streams.push(await follow(third));
    expect(await codeOf(await ask(admin))).toEqual([503, 'overloaded']);
    for (const stream of streams) stream.close();
  });

  test('counts the streams of all devices of a person together', async () => {
    await serve({ maxOpen: 8 });
    const { personId, secret } = await signInAs(service, 'reader');
    const phone = await bodyOf<{ secret: string }>(await signIn(service, await linkOf(service, personId)));
    const streams = await Promise.all(Array.from({ length: 6 }, () => follow(secret)));
    expect((await ask(phone.secret)).status).toBe(429);
    streams.push(await follow());
    for (const stream of streams) stream.close();
  });

  test('that is shutting down sends a new stream its position, and ends it', async () => {
    await serve({});
    const reader = await follow();
    service.app.drain();
    service.app.endStreams();
    await reader.until(() => reader.end !== undefined);
    const late = await follow();
    await late.until(() => late.end !== undefined);
    expect([reader.end, late.end, late.lastEventId]).toEqual(['complete', 'complete', '0']);
  });
});

test('a stream survives an outage of the storage, receives comments meanwhile, and continues where it was', async () => {
  const own = await postgres.makeDatabase({ isMigrated: true });
  const { hostname, port } = new URL(own.url);
  const proxy = await startProxy(Number(port || 5_432), hostname);
  const url = own.url.replace(/^(postgres:.*@)[^/]+/, `$1127.0.0.1:${proxy.port}`);
  await serve({ heartbeatMs: 50 }, engineOf({ ...own, url }), 60, { waitMs: 100 });
  const reader = await follow();
  await add();
  await reader.until(() => reader.events.length === 1);
  proxy.inspect(() => 'cut');
  proxy.recover();
  await until('the storage to be away', async () => (await ask(admin)).status, 503);
  service.now += 1_000;
  const { comments } = reader;
  await reader.until(() => reader.comments >= comments + 5 || reader.end !== undefined);
  expect([reader.comments >= comments + 5, reader.end, (await ask(admin)).status]).toEqual([true, undefined, 503]);
  proxy.inspect(() => 'pass');
  await until('the storage to be back', async () => (await add()).status, 201);
  await readEvents((path) => service.fetch(path), 1, 1);
  await reader.until(() => reader.events.length > 1);
  expect([reader.end, reader.ids.slice(0, 2)]).toEqual([undefined, [1, 2]]);
  reader.close();
  await close();
  await proxy.close();
  await own.remove();
});

describe('a client that does not read its stream', () => {
  /** Together 10 MB, more than the system buffers for both ends of a socket. */
  const total = 1_200;
  const longName = '🐕'.repeat(2_040);
  let socket: Socket;
  let received: string;
  let isClosed: boolean;

  /** Follows from the first event on, and reads nothing. */
  async function stall(): Promise<void> {
    received = '';
    isClosed = false;
    const { promise, resolve } = Promise.withResolvers<void>();
    const head = ['GET /v1/events?after=0 HTTP/1.1', 'Host: petstore.test', `Authorization: Bearer ${admin}`];
    socket = connect({ port: server.port ?? 0, host: '127.0.0.1' }, () => {
      socket.pause();
      socket.write([...head, 'Accept: text/event-stream', '', ''].join('\r\n'), () => resolve());
    });
    socket.on('data', (piece) => (received += piece.toString('latin1')));
    socket.on('close', () => (isClosed = true));
    socket.on('error', () => undefined);
    await promise;
  }

  const openStreams = async () =>
    Number(/^petstore_streams_open (\d+)$/m.exec(await (await service.fetch('/metrics')).text())?.[1]);

  const untilOpen = (count: number) => until(`${count} open streams`, openStreams, (open) => open === count);

  /** The ids of the events that arrived completely. */
  const receivedIds = () => [...received.matchAll(/^id: (\d+)\nevent: .*\ndata: .*\n\n/gm)].map(([, id]) => Number(id));
  const idsBetween = (behind: number, last: number) =>
    Array.from({ length: last - behind }, (_, index) => behind + 1 + index);

  /** Has the service sequence events that are very long. */
  async function addAll(): Promise<void> {
    await service.database.run(
      `INSERT INTO pending_events (type, at, pet_id, name, category_id, status)
       WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${total})
       SELECT 'pet.created', ${service.now}, number, '${longName}', 3, 'available' FROM numbers`,
    );
    await service.untilSettled();
  }

  test('is cut off when it has read nothing for long, and resumes after its last id', async () => {
    await serve({}, sqlite, 4);
    await stall();
    await untilOpen(1);
    await addAll();
    await untilOpen(0);
    socket.resume();
    await until('the connection to be closed', () => isClosed);
    const ids = receivedIds();
    expect(ids).toEqual(idsBetween(0, ids.length));
    expect(ids.length).toBeLessThan(total);
    // On a busy machine this client may exceed the short limit, too.
    for (let attempt = 0; ids.length < total && attempt < 10; attempt++) {
      const reader = await follow(admin, { 'Last-Event-ID': String(ids.length) });
      await reader.until(() => reader.end !== undefined || reader.lastEventId === String(total));
      reader.close();
      ids.push(...reader.ids);
    }
    expect(ids).toEqual(idsBetween(0, total));
    await close();
  });
});
