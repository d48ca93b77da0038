import { afterAll, expect, test } from 'bun:test';
import { parseBaseAddress } from './http/base-address.ts';
import { NoResponseError } from './http/connection.ts';
import { Sender, type SenderOptions, StoppedError, sleepUnlessAborted } from './sender.ts';

/** Responds to each request with the next of these; an empty one closes the connection. */
function serve(...responses: string[]) {
  const received: string[] = [];
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, chunk) {
        received.push(chunk.toString());
        const response = responses.shift() ?? '';
        if (response === '') socket.end();
        else socket.write(response);
      },
    },
  });
  afterAll(() => server.stop(true));
  return { received, url: `http://127.0.0.1:${server.port}/shelter` };
}

const answer = (status: number, ...headers: string[]) =>
  [`HTTP/1.1 ${status} X`, ...headers, 'Content-Length: 0', '', ''].join('\r\n');

function senderTo(url: string, options: Partial<SenderOptions> = {}) {
  const slept: number[] = [];
  const sender = new Sender({
    base: parseBaseAddress(url),
    key: 'a-key',
    userAgent: 'test',
    isInsecure: false,
    timeoutMs: 5_000,
    maxRequests: 10,
    deadline: 1_000_000,
    now: () => 0,
    sleep: async (durationMs) => void slept.push(durationMs),
    signal: new AbortController().signal,
    ...options,
  });
  afterAll(() => sender.close());
  return { sender, slept };
}

const get = { method: 'GET', path: '/pets' };

test('it sends the path below the base address, with the key and exactly one Host', async () => {
  const { url, received } = serve(answer(200));
  expect((await senderTo(url).sender.send(get)).status).toBe(200);
  expect(received[0]).toStartWith(`GET /shelter/v1/pets HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`);
  expect(received[0]).toContain('\r\nAuthorization: Bearer a-key\r\n');
});

test('while the server asks for it, it waits and sends again, three times at most', async () => {
  const later = new Date(5_000).toUTCString();
  const { url } = serve(answer(429, 'Retry-After: 2'), answer(503, `Retry-After: ${later}`), answer(200));
  const patient = senderTo(url);
  expect((await patient.sender.send(get)).status).toBe(200);
  expect([patient.slept, patient.sender.pausedMs, patient.sender.requests]).toEqual([[2_000, 5_000], 7_000, 3]);
  const busy = senderTo(serve(...Array.from({ length: 5 }, () => answer(503, 'Retry-After: 1'))).url);
  expect((await busy.sender.send(get)).status).toBe(503);
  expect(busy.slept).toEqual([1_000, 1_000, 1_000]);
});

test('a pause ends when the run is interrupted; one for the removal after it does not', async () => {
  const responses = [answer(429, 'Retry-After: 60'), answer(429, 'Retry-After: 60'), answer(200)];
  const { url, received } = serve(...responses);
  const stopping = new AbortController();
  const slept: number[] = [];
  const { sender } = senderTo(url, {
    signal: stopping.signal,
    async sleep(durationMs, signal) {
      const isForRemoval = signal.aborted;
      const sleeping = sleepUnlessAborted(durationMs, signal);
      expect(Bun.peek.status(sleeping)).toBe('pending');
      slept.push(durationMs);
      if (isForRemoval) return;
      stopping.abort();
      await sleeping;
    },
  });
  await expect(sender.send(get)).rejects.toThrow('the run was interrupted');
  expect(received).toHaveLength(1);
  sender.allowMore(2);
  expect((await sender.send(get)).status).toBe(200);
  expect(slept).toEqual([60_000, 60_000]);
});

test('a run that is interrupted while it waits for a response takes no pause after it', async () => {
  const stopping = new AbortController();
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      stopping.abort();
      return new Response(null, { status: 503, headers: { 'Retry-After': '60' } });
    },
  });
  const { sender, slept } = senderTo(server.url.origin, { signal: stopping.signal });
  await expect(sender.send(get)).rejects.toThrow('the run was interrupted');
  expect([slept, sender.pausedMs]).toEqual([[], 0]);
});

test('it does not wait for longer than a minute, or without Retry-After', async () => {
  for (const headers of [['Retry-After: 61'], ['Retry-After: soon'], []]) {
    const { sender, slept } = senderTo(serve(answer(503, ...headers)).url);
    expect([(await sender.send(get)).status, slept]).toEqual([503, []]);
  }
});

test('it ends at its limits, and then only removes', async () => {
  const { url } = serve(...Array.from({ length: 4 }, () => answer(200)));
  const { sender } = senderTo(url, { maxRequests: 1 });
  await sender.send(get);
  await expect(sender.send(get)).rejects.toThrow(new StoppedError('the limit of 1 requests is reached'));
  sender.allowMore(1);
  expect((await sender.send(get)).status).toBe(200);
  await expect(sender.send(get)).rejects.toThrow(StoppedError);
  await expect(senderTo(url, { deadline: 0 }).sender.send(get)).rejects.toThrow('the time limit is reached');
  const { sender: stopped } = senderTo(url, { signal: AbortSignal.abort() });
  await expect(stopped.send(get)).rejects.toThrow('the run was interrupted');
});

test('a GET on a connection that the server has closed meanwhile is sent again, a POST never', async () => {
  const { url, received } = serve(answer(200), '', answer(200), '');
  const { sender } = senderTo(url);
  await sender.send(get);
  expect((await sender.send(get)).status).toBe(200);
  expect(received).toHaveLength(3);
  const posted = sender.send({ method: 'POST', path: '/pets', body: '{}' });
  await expect(posted).rejects.toThrow(NoResponseError);
  expect(received).toHaveLength(4);
});

test('a response that does not arrive is an error after the timeout', async () => {
  const { url } = serve('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab');
  const { sender } = senderTo(url, { timeoutMs: 50 });
  await expect(sender.send(get)).rejects.toThrow('no complete response within 0.05 s');
});
