import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '../../../tests/support/until.ts';
import type { ReadyRequest } from './draft.ts';
import { type Exchange, runExchange } from './exchange.ts';

const body = '{"id": 9223372036854775807, "ratio": 1.0}';
const encoder = new TextEncoder();
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
/** The headers of each request. */
let received: Headers[] = [];
let server: Bun.Server<undefined>;

beforeAll(() => {
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      received.push(new Headers(request.headers));
      switch (new URL(request.url).pathname) {
        case '/redirect':
          return Response.redirect('/', 302);
        case '/stream':
          return new Response(new ReadableStream({ start: openStream }), {
            headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
          });
        case '/slow':
          return new Promise(() => {});
        default:
          return new Response(body, { status: 404, headers: { 'X-Header': 'there' } });
      }
    },
  });
});
afterAll(() => server.stop(true));

/** Begins with a comment: the runtime sends no headers before the first bytes. */
function openStream(controller: ReadableStreamDefaultController<Uint8Array>): void {
  streams.push(controller);
  controller.enqueue(encoder.encode(': hello\n\n'));
}

function get(path: string, overrides: Partial<ReadyRequest> = {}): ReadyRequest {
  const url = `http://127.0.0.1:${server.port}${path}`;
  return { method: 'GET', url, headers: [], body: undefined, hasFreshIdempotencyKey: false, ...overrides };
}

/** Starts an exchange; `until` waits for one of its states. */
function start(request: ReadyRequest, apiKey?: string) {
  received = [];
  streams = [];
  const controller = new AbortController();
  const told: Exchange[] = [];
  const finished = runExchange(request, apiKey, controller.signal, (exchange) => void told.push(exchange));
  const untilTold = <Found extends Exchange>(is: (exchange: Exchange) => exchange is Found): Promise<Found> =>
    until('a state of the exchange', () => told.find(is));
  return { told, finished, until: untilTold, stop: () => controller.abort() };
}

type Streaming = Extract<Exchange, { phase: 'streaming' }>;
const isStreaming =
  (count: number) =>
  (exchange: Exchange): exchange is Streaming =>
    exchange.phase === 'streaming' && exchange.response.messageCount === count;

test('reports the response to the last digit, with its headers, size and time', async () => {
  const { told, finished } = start(get('/', { headers: [['Prefer', 'x']] }));
  await finished;
  expect(told.map(({ phase }) => phase)).toEqual(['sending', 'answered']);
  const [, answered] = told;
  if (answered?.phase !== 'answered') throw new Error('there is no response');
  expect(answered.response).toMatchObject({ status: 404, text: body, sizeBytes: body.length });
  expect(answered.response.headers).toContainEqual(['x-header', 'there']);
  expect(answered.response.elapsedMs).toBeGreaterThan(0);
});

test('sends the key if there is one, and never reports it', async () => {
  const { told, finished } = start(get('/'), 'the-key');
  await finished;
  expect(received[0]?.get('Authorization')).toBe('Bearer the-key');
  expect(JSON.stringify(told)).not.toContain('the-key');
  expect(told[0]).toMatchObject({ sent: { hasKey: true } });
  const keyless = start(get('/'));
  await keyless.finished;
  expect(received[0]?.get('Authorization')).toBeNull();
  expect(keyless.told[0]).toMatchObject({ sent: { hasKey: false } });
});

test('each attempt has a unique Idempotency-Key', async () => {
  const keys = new Set<string | null | undefined>();
  for (let attempt = 0; attempt < 3; attempt++) {
    const { told, finished } = start(get('/', { method: 'POST', hasFreshIdempotencyKey: true }));
    await finished;
    const sent = received[0]?.get('Idempotency-Key');
    expect(sent).toMatch(/^"[0-9a-f]{32}"$/);
    expect(told[0]).toMatchObject({ sent: { headers: [['Idempotency-Key', sent]] } });
    keys.add(sent);
  }
  expect(keys.size).toBe(3);
});

test('does not follow a redirect', async () => {
  const { finished } = start(get('/redirect'));
  await finished;
  expect(received.length).toBe(1);
});

test('reports a stream message by message, until the server ends it', async () => {
  const { finished, until } = start(get('/stream'));
  await until(isStreaming(1));
  const [stream] = streams;
  stream?.enqueue(encoder.encode('id: 1\nda'));
  // Lines may end in different ways, also in two pieces.
  stream?.enqueue(encoder.encode('ta: {"n":9223372036854775807}\r'));
  stream?.enqueue(encoder.encode('\n\n'));
  const { response } = await until(isStreaming(2));
  expect(response).toMatchObject({ status: 200, end: 'open' });
  expect(response.messages).toEqual([
    { number: 1, text: ': hello' },
    { number: 2, text: 'id: 1\ndata: {"n":9223372036854775807}' },
  ]);
  stream?.close();
  await finished;
});

test('keeps only the newest messages of a stream', async () => {
  const { told, finished, until } = start(get('/stream'));
  await until(isStreaming(1));
  for (let number = 2; number <= 250; number++) streams[0]?.enqueue(encoder.encode(`id: ${number}\n\n`));
  streams[0]?.close();
  await finished;
  const last = told.at(-1);
  if (last?.phase !== 'streaming') throw new Error('there is no stream');
  expect(last.response).toMatchObject({ messageCount: 250, end: 'ended' });
  expect(last.response.messages.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, i) => i + 51));
});

test('reports that a stream was stopped', async () => {
  const { told, finished, until, stop } = start(get('/stream'));
  await until(isStreaming(1));
  stop();
  await finished;
  expect(told.at(-1)).toMatchObject({ phase: 'streaming', response: { end: 'stopped' } });
});

test('reports whether a request was stopped, got no response or was not sent', async () => {
  const { told, finished, stop } = start(get('/slow'));
  stop();
  await finished;
  expect(told.at(-1)).toMatchObject({ phase: 'failed', reason: 'stopped' });

  const closed = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const url = closed.url.href;
  await closed.stop(true);
  const unanswered = start(get('/', { url }));
  await unanswered.finished;
  expect(unanswered.told.at(-1)).toMatchObject({ phase: 'failed', reason: 'no response' });

  const unsendable = start(get('/', { headers: [['Prefer', 'a\nb']] }));
  await unsendable.finished;
  expect(unsendable.told.at(-1)).toMatchObject({ phase: 'failed', reason: 'not sent' });
  expect(received).toEqual([]);
});
