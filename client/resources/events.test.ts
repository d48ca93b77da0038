import { describe, expect, test } from 'bun:test';
import { type Answer, refusal, scriptedServers } from '../../tests/support/http/scripted-server.ts';
import { until } from '../../tests/support/until.ts';
import type { ClientOptions, PetstoreEvent } from '../index.ts';
import { follow } from '../transport/follow.ts';
import { isShape, isString } from '../transport/shape.ts';
import { createTransport } from '../transport/transport.ts';

const encoder = new TextEncoder();
const bodyOf = (id: number) => `{"id":${id},"type":"pet.deleted","at":"2026-11-21T10:00:00.000Z","petId":42}`;
const blockOf = (id: number) => `id: ${id}\nevent: pet.deleted\ndata: ${bodyOf(id)}\n\n`;

/** How many bytes the client has read from the response that it got last. */
let readBytes = 0;

/** The standard `fetch`, which counts what the client reads. */
async function countingFetch(url: string, init: RequestInit): Promise<Response> {
  readBytes = 0;
  const response = await fetch(url, init);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      readBytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, response);
}

const scripted = scriptedServers({ retries: 0, fetch: countingFetch });

/** A server that returns these responses in order, and where its client wanted to go on at each request. */
function script(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const service = scripted(answers, options);
  return { ...service, positions: () => service.received.map(({ headers }) => headers.get('Last-Event-ID')) };
}

/** A stream of these chunks, which then ends, breaks or stays open. */
function stream(pieces: readonly string[], then: 'ends' | 'breaks' | 'stays' = 'ends'): Answer {
  return () => {
    let sent = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const piece = pieces[sent++];
      // The runtime drops what the client has not read when the connection breaks.
      if (sent > pieces.length && then === 'breaks') {
        await until('the client to read all chunks', () => readBytes === sizeOf(pieces));
      }
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (then === 'ends') controller.close();
      else if (then === 'breaks') controller.error();
      else await new Promise(() => {});
    };
    return new Response(new ReadableStream({ pull }), { headers: { 'Content-Type': 'text/event-stream' } });
  };
}

function sizeOf(pieces: readonly string[]): number {
  return encoder.encode(pieces.join('')).length;
}

/** Takes this many events, then leaves the loop. */
async function take(count: number, events: AsyncIterable<PetstoreEvent>): Promise<bigint[]> {
  const ids: bigint[] = [];
  for await (const { id } of events) if (ids.push(id) === count) break;
  return ids;
}

async function failureOf(events: AsyncIterable<PetstoreEvent>): Promise<unknown> {
  return await take(1_000, events).catch((thrown: unknown) => thrown);
}

test('lists events after an id page by page, following the links', async () => {
  const page = (ids: number[], headers = {}) => new Response(`[${ids.map(bodyOf).join()}]`, { headers });
  const { client, received } = script([
    () => page([6, 7], { Link: '<https://elsewhere.example/v1/events?limit=2&after=7>; rel="next"' }),
    () => page([8]),
    () => page([9], { Link: '<?cursor=9>; rel="next"' }),
  ]);
  expect(await take(9, client.events.list({ after: 5n, limit: 2 }))).toEqual([6n, 7n, 8n]);
  expect(received.map(({ path }) => path)).toEqual(['/v1/events?limit=2&after=5', '/v1/events?limit=2&after=7']);
  expect(await failureOf(client.events.list())).toMatchObject({ code: 'unexpected_response' });
});

describe('following events', () => {
  test('sends the key, and starts with new events if no position is given', async () => {
    const { client, received, positions } = script([stream(['id: 4\n\n', blockOf(5)])]);
    expect(await take(1, client.events.follow())).toEqual([5n]);
    expect(received[0]?.headers.get('Accept')).toBe('text/event-stream');
    expect(received[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(positions()).toEqual([null]);
  });

  test('yields each event once and in order, however the connections end', async () => {
    const { client, positions } = script([
      stream(['id: 4\n\n'], 'breaks'),
      stream([blockOf(5), ':\n\n', blockOf(6)]),
      stream([`id: 6\n\n${blockOf(7)}${blockOf(8).slice(0, -1)}`], 'breaks'),
      () => new Response(null, { headers: { 'Content-Type': 'text/event-stream' } }),
      stream([blockOf(8), blockOf(9).slice(0, 20)]),
      stream([blockOf(9)], 'stays'),
    ]);
    expect(await take(5, client.events.follow())).toEqual([5n, 6n, 7n, 8n, 9n]);
    expect(positions()).toEqual([null, '4', '6', '7', '7', '8']);
  });

  test('starts after the requested id, with all 64 bits', async () => {
    const { client, positions } = script([stream([blockOf(5)])]);
    await take(1, client.events.follow({ after: 2n ** 63n - 1n }));
    await take(1, client.events.follow({ after: 0n }));
    expect(positions()).toEqual(['9223372036854775807', '0']);
  });

  test('retries transient failures, even with retries turned off', async () => {
    const { client, positions } = script([
      refusal(503, 'overloaded'),
      refusal(429, 'rate_limited', { 'Retry-After': '1' }),
      () => new Response('Web server is down', { status: 521 }),
      () => new Response('Internal server error', { status: 500 }),
      () => new Response(new ReadableStream({ start: (controller) => controller.error() }), { status: 408 }),
      stream([blockOf(5)]),
      refusal(504, 'unavailable'),
      stream([blockOf(6)]),
    ]);
    const startedAt = performance.now();
    expect(await take(2, client.events.follow({ after: 4n }))).toEqual([5n, 6n]);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(positions()).toEqual(['4', '4', '4', '4', '4', '4', '5', '5']);
  });

  test.each([
    [410, 'events_expired'],
    [401, 'invalid_api_key'],
    [403, 'insufficient_scope'],
  ])('ends with the error %d %s', async (status, code) => {
    const { client, received } = script([stream([blockOf(5)]), refusal(status, code)]);
    expect(await failureOf(client.events.follow())).toMatchObject({ name: 'PetstoreError', status, code });
    expect(received).toHaveLength(2);
  });

  test('ends with an error if the response is not an event stream of this service', async () => {
    const answers = [
      () => Response.json([]),
      () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
      stream(['id: 5\ndata: {"id":5}\n\n']),
      stream(['id: 5\ndata: five\n\n']),
      stream([`id: five\ndata: ${bodyOf(5)}\n\n`]),
    ];
    for (const answer of answers) {
      const { client, received } = script([answer]);
      expect(await failureOf(client.events.follow())).toMatchObject({ code: 'unexpected_response', status: 200 });
      expect(received).toHaveLength(1);
    }
  });

  test('yields events with types and members that are newer than the SDK', async () => {
    const event = '{"id":5,"type":"pet.fed","at":"2026-11-21T10:00:00.000Z","food":"fish"}';
    const { client } = script([stream([`id: 5\ndata: ${event}\n\n`])]);
    for await (const given of client.events.follow()) {
      expect<object>(given).toEqual({ id: 5n, type: 'pet.fed', at: '2026-11-21T10:00:00.000Z', food: 'fish' });
      break;
    }
  });

  test('backs off when connections keep ending at once', async () => {
    const { client, received } = script([stream(['id: 4\n\n'])]);
    expect(await failureOf(client.events.follow({ signal: AbortSignal.timeout(3_000) }))).toBeInstanceOf(Error);
    expect(received.length).toBeWithin(2, 40);
  });

  test('reports every connection', async () => {
    const { client } = script([stream([blockOf(5)]), stream([blockOf(6)])]);
    const seen: number[] = [];
    await take(2, client.events.follow({ onAnswer: ({ status }) => seen.push(status) }));
    expect(seen).toEqual([200, 200]);
  });

  test('reconnects when nothing arrives for too long', async () => {
    const { url, positions } = script([
      stream([blockOf(5)], 'stays'),
      stream([': no event yet\n\n'], 'stays'),
      stream([blockOf(6)], 'stays'),
    ]);
    const retryPolicy = { kind: 'attempts', retries: 0 } as const;
    const limits = { timeoutMs: 30_000, retryPolicy };
    const settings = { interfaceUrl: `${url.origin}/v1`, apiKey: 'secret', ids: 'bigint', fetch, ...limits } as const;
    const call = { path: '/events', after: undefined, silenceMs: 2_500, options: {} };
    const accepts = isShape({ type: isString });
    let count = 0;
    for await (const _ of follow(createTransport(settings), { ...call, accepts })) if (++count === 2) break;
    expect(positions()).toEqual([null, '5', '5']);
  });
});

describe('a loop over events', () => {
  /** A stream of one event that reports when its client disconnects. */
  function watched() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer: Answer = (request) => {
      request.signal.addEventListener('abort', () => resolve());
      return stream([blockOf(5)], 'stays')(request);
    };
    return { answer, closed: promise };
  }

  test('closes the connection when it is left', async () => {
    const { answer, closed } = watched();
    const { client, received } = script([answer]);
    await take(1, client.events.follow());
    await closed;
    expect(received).toHaveLength(1);
  });

  test('throws the reason of its signal, which closes the connection', async () => {
    const { answer, closed } = watched();
    const { client, received } = script([answer]);
    const controller = new AbortController();
    const reason = new Error('the page was left');
    const onAnswer = () => void setTimeout(() => controller.abort(reason), 50);
    expect(await failureOf(client.events.follow({ signal: controller.signal, onAnswer }))).toBe(reason);
    await closed;
    expect(received).toHaveLength(1);
  });

  test('yields no further event after its signal is aborted, even if more have arrived', async () => {
    const { client } = script([stream([blockOf(5) + blockOf(6) + blockOf(7)], 'stays')]);
    const controller = new AbortController();
    const seen: bigint[] = [];
    const loop = async () => {
      for await (const { id } of client.events.follow({ signal: controller.signal })) {
        if (seen.push(id) === 2) controller.abort(new Error('enough'));
      }
    };
    expect(await loop().catch((thrown) => thrown)).toMatchObject({ message: 'enough' });
    expect(seen).toEqual([5n, 6n]);
  });

  test('ends when its signal is aborted while waiting for the server, or before it starts', async () => {
    const { client, received } = script([refusal(503, 'overloaded', { 'Retry-After': '3600' })]);
    const controller = new AbortController();
    const failure = failureOf(client.events.follow({ signal: controller.signal }));
    await until('the request', () => received.length);
    await Bun.sleep(200);
    controller.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
    expect(received).toHaveLength(1);
    const never = client.events.follow({ signal: AbortSignal.abort(new Error('left')) });
    expect(await failureOf(never)).toMatchObject({ message: 'left' });
    expect(received).toHaveLength(1);
  });
});

describe('the id of the newest event', () => {
  test('comes from the server, and the connection is closed', async () => {
    const { client, received } = script([stream(['id: 815\n\n'], 'stays')]);
    expect(await client.events.lastId()).toBe(815n);
    expect(received[0]?.headers.get('Last-Event-ID')).toBeNull();
  });

  test('throws if it does not arrive within the usual number of attempts', async () => {
    const { client, received } = script([refusal(503, 'overloaded')], { retries: 1 });
    expect(await client.events.lastId().catch((thrown) => thrown)).toMatchObject({ code: 'overloaded' });
    expect(received).toHaveLength(2);
    const broken = script([stream([], 'breaks')]);
    const error = await broken.client.events.lastId().catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'NoAnswerError' });
  });
});
