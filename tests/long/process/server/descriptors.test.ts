import { expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { startServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

const maxDescriptors = 100;

test('a service without file descriptors logs it once, keeps open streams, and recovers', async () => {
  const server = await startServer({ maxDescriptors });
  const stream = await server.fetch('/v1/events', { headers: { Accept: 'text/event-stream' } });
  const events = stream.body?.getReader();
  const decoder = new TextDecoder();
  let received = '';
  const reading = (async () => {
    for (let piece = await events?.read(); piece?.done === false; piece = await events?.read()) {
      received += decoder.decode(piece.value, { stream: true });
    }
  })();

  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  for (let count = 0; count < 2 * maxDescriptors; count++) {
    sockets.push(connect({ host: hostname, port: Number(port) }).on('error', () => undefined));
  }
  const linesWith = (text: string) => server.output.stderr.split('\n').filter((line) => line.includes(text)).length;
  await until('the exhausted table to be logged', () => linesWith('no file descriptors are left'));

  for (const socket of sockets) socket.destroy();
  await until('the free table to be logged', () => linesWith('file descriptors are available again'));
  const body = '{"name":"Frank","categoryId":3}';
  const created = await server.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(created.status).toBe(201);
  await until('the stream to have the event', () => received.includes('pet.created'));
  expect(linesWith('no file descriptors are left')).toBe(1);
  await server.stop();
  await reading;
});
