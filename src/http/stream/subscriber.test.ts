import { beforeEach, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { intervalMs, MemoryLog, pollThreeTimes } from '../../../tests/support/memory-log.ts';
import { until } from '../../../tests/support/until.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';
import { createSubscriber } from './subscriber.ts';

let log: MemoryLog;
let live: LiveEvents;
beforeEach(() => {
  log = new MemoryLog();
  live = createLiveEvents(log.operation.page, log, intervalMs);
});

test('reads no more for a client that does not read than its socket buffers', async () => {
  const pages = 100;
  log.add(pages * 100, 'x'.repeat(10_000));
  const subscriber = createSubscriber(live, 0n, () => undefined);
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(subscriber.stream) });
  const socket = connect({ port: server.port ?? 0, host: '127.0.0.1' }, () => {
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: petstore.test\r\n\r\n');
  });
  await until('the first page to be read', () => log.reads);
  let reads = 0;
  while (reads !== log.reads) {
    reads = log.reads;
    await pollThreeTimes();
  }
  // A page has 1 MB, and the operating system buffers some pages at both ends of the connection.
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(pages / 4);

  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length));
  socket.resume();
  await until('all to arrive', () => received > pages * 1_000_000);
  socket.destroy();
  await server.stop(true);
});

test('a client that disconnects during a read leaves no waiting subscriber behind', async () => {
  log.revisionNow = undefined;
  const reader = createSubscriber(live, 0n, () => undefined).stream.getReader();
  await reader.read();
  const next = reader.read();
  await Promise.resolve();
  await reader.cancel();
  expect((await next).done).toBe(true);
  await pollThreeTimes();
  expect(log.reads).toBe(1);
});

test('a client that is behind continues when the storage is available again', async () => {
  log.add(1);
  log.failure = new ServiceError('unavailable', 'no storage');
  const ended: unknown[] = [];
  const subscriber = createSubscriber(live, 0n, (cause) => ended.push(cause));
  const reader = subscriber.stream.getReader();
  await reader.read();
  const next = reader.read();
  await until('a read to fail', () => log.reads);
  await pollThreeTimes();
  expect([log.reads, ended]).toEqual([1, []]);
  log.failure = undefined;
  expect(new TextDecoder().decode((await next).value)).toStartWith('id: 1\nevent: grown\ndata: {');
  log.failure = new ServiceError('events_expired', 'gone');
  log.add(1);
  expect([(await reader.read()).done, ended]).toEqual([true, [log.failure]]);
});

test('any failure ends the stream once, also one of the wait for more', async () => {
  const failure = new Error('cannot wait');
  const ended: unknown[] = [];
  const wait = () => {
    throw failure;
  };
  const subscriber = createSubscriber({ ...live, wait }, 0n, (cause) => ended.push(cause));
  const reader = subscriber.stream.getReader();
  await reader.read();
  expect((await reader.read()).done).toBe(true);
  subscriber.end();
  expect(ended).toEqual([failure]);
});

test('a client that has left before its response is made ends its stream', async () => {
  const ended: unknown[] = [];
  const request = Promise.withResolvers<Request>();
  const response = Promise.withResolvers<Response>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(received) {
      request.resolve(received);
      return response.promise;
    },
  });
  const socket = connect({ port: server.port ?? 0, host: '127.0.0.1' }, () => {
    socket.write('GET / HTTP/1.1\r\nHost: petstore.test\r\n\r\n');
  });
  const { signal } = await request.promise;
  socket.destroy();
  await until('the client to be gone', () => signal.aborted);
  response.resolve(new Response(createSubscriber(live, 0n, (cause) => ended.push(cause)).stream));
  await until('the end of the stream', () => ended.length);
  expect(ended).toEqual([undefined]);
  await server.stop(true);
});
