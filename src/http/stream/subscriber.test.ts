import { beforeEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { intervalMs, MemoryFeed, settle } from '../../../tests/support/memory-feed.ts';
import { until } from '../../../tests/support/until.ts';
import { ServiceError } from '../../model/errors.ts';
import { LiveEvents } from './live-events.ts';
import { Subscriber } from './subscriber.ts';

let log: MemoryFeed;
let live: LiveEvents;
beforeEach(() => {
  log = new MemoryFeed();
  live = new LiveEvents(log.operation, log, { intervalMs });
});

test('as long as a client does not read, nothing is read for it beyond what its socket takes', async () => {
  const pages = 100;
  log.add(pages * 100, 'x'.repeat(10_000));
  const subscriber = new Subscriber(live, 0n, () => undefined);
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(subscriber.stream) });
  const socket = connect({ port: server.port ?? 0, host: '127.0.0.1' }, () => {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: petstore.test\r\n\r\n');
  });
  await until('the first page to be read', () => log.reads);
  let reads = 0;
  while (reads !== log.reads) {
    reads = log.reads;
    await settle();
  }
  // A page has 1 MB; the system keeps some of them for the two ends of a connection.
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(pages / 4);

  let received = 0;
  socket.on('data', (piece) => (received += piece.length));
  socket.resume();
  await until(
    'all to arrive',
    () => received,
    (bytes) => bytes > pages * 1_000_000,
  );
  socket.destroy();
  await server.stop(true);
});

test('a client that goes away while its entries are read leaves nobody behind who waits', async () => {
  log.revisionNow = undefined;
  const reader = new Subscriber(live, 0n, () => undefined).stream.getReader();
  await reader.read();
  const next = reader.read();
  await Promise.resolve();
  await reader.cancel();
  expect((await next).done).toBe(true);
  await settle();
  expect(log.reads).toBe(1);
});

test('a client that is behind goes on when the storage is back', async () => {
  log.add(1);
  log.failure = new ServiceError('unavailable', 'away');
  const ended: unknown[] = [];
  const subscriber = new Subscriber(live, 0n, (cause) => ended.push(cause));
  const reader = subscriber.stream.getReader();
  await reader.read();
  const next = reader.read();
  await settle();
  expect([log.reads, ended]).toEqual([1, []]);
  log.failure = undefined;
  expect(new TextDecoder().decode((await next).value)).toStartWith('id: 1\nevent: grown\ndata: {');
  log.failure = new ServiceError('events_expired', 'gone');
  log.add(1);
  expect([(await reader.read()).done, ended]).toEqual([true, [log.failure]]);
});
