import { expect, test } from 'bun:test';
import { type Listen, Listener } from './listener.ts';

test('a server that was not replaced, because listening failed, closes its connections when it is replaced later', async () => {
  const fetches: Parameters<Listen>[0][] = [];
  const listen: Listen = (fetch) => {
    fetches.push(fetch);
    return Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
  };
  const listener = new Listener(() => new Response('served'), listen);
  const first = listener.current;
  const fail: Listen = () => {
    throw new Error('too many open files');
  };
  expect(() => listener.replace(fail)).toThrow('too many open files');
  expect(listener.current).toBe(first);
  listener.replace(listen);
  const request = new Request('http://petstore.test/');
  const closes = await Promise.all(fetches.map(async (fetch) => (await fetch(request)).headers.get('Connection')));
  expect(closes).toEqual(['close', null]);
  await listener.end();
});
