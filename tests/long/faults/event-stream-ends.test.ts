import { describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import type { StreamOptions } from '../../../src/http/stream/open-streams.ts';
import { deleteExpiredEvents } from '../../../src/record/events/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { until } from '../../support/until.ts';

let service: TestApp;
let server: Bun.Server<undefined>;
let admin: string;

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

describe('a client that does not read its stream', () => {
  /** Together 10 MB, more than the system buffers for both ends of a socket. */
  const total = 1_200;
  const longName = '🐕'.repeat(2_040);
  let socket: Socket;
  let received: string;

  /** Follows from the first event on, and reads nothing. */
  async function stall(): Promise<void> {
    received = '';
    const { promise, resolve } = Promise.withResolvers<void>();
    const head = ['GET /v1/events?after=0 HTTP/1.1', 'Host: petstore.test', `Authorization: Bearer ${admin}`];
    socket = connect({ port: server.port ?? 0, host: '127.0.0.1' }, () => {
      socket.pause();
      socket.write([...head, 'Accept: text/event-stream', '', ''].join('\r\n'), () => resolve());
    });
    socket.on('data', (piece) => (received += piece.toString('latin1')));
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

  // The next test has the events of this one.
  test('receives everything if it begins to read after all, although other streams are ahead', async () => {
    await serve({});
    await stall();
    const other = await follow();
    await addAll();
    await other.until(() => other.events.length === total);
    other.close();
    socket.resume();
    await until('all events', () => received.endsWith('\n\n\r\n') && received.includes(`id: ${total}\n`));
    expect(receivedIds()).toEqual(idsBetween(0, total));
    socket.destroy();
  });

  test('never misses events silently: when they expire, its stream ends', async () => {
    await untilOpen(0);
    await stall();
    await untilOpen(1);
    const forget = async () => {
      await service.store.write(deleteExpiredEvents, { until: BigInt(service.now), limit: 10_000, after: 0n });
      return (await bodyOf<{ id: number }[]>(await service.fetch('/v1/events?limit=1')))[0]?.id;
    };
    await until('all events but one to be forgotten', forget, (oldest) => oldest === total);
    socket.resume();
    await until('the end of the stream', () => received.endsWith('0\r\n\r\n'));
    const ids = receivedIds();
    expect(ids).toEqual(idsBetween(0, ids.length));
    expect(ids.length).toBeLessThan(total);
    expect(await openStreams()).toBe(0);
    expect(await codeOf(await ask(admin, { 'Last-Event-ID': String(ids.length) }))).toEqual([410, 'events_expired']);
    socket.destroy();
    await close();
  });
});
