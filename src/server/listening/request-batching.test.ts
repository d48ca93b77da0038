import { beforeEach, expect, test } from 'bun:test';
import { RequestBatching } from './request-batching.ts';

let log: string[];
let batching: RequestBatching;
/** The number of requests that have no response yet. */
let pending: number;
let closed: string;
let large: number;

beforeEach(() => {
  large = 0;
  log = [];
  pending = 0;
  closed = '';
  batching = new RequestBatching({
    handle({ url, headers }) {
      log.push(`handle ${url.slice(-1)}`);
      if (headers.has('X-Failure')) throw new Error(`failure ${url.slice(-1)}`);
      return new Response(url.slice(-1));
    },
    connectionOf: ({ headers }) => [headers.get('X-Connection') ?? ''].find((name) => !closed.includes(name)),
    countLarge: () => large,
    countPending: () => pending,
    onBegin: () => log.push('begin'),
    onBatchEnd: () => log.push('end'),
  });
});

/** Sends requests in one tick over these connections. Returns for each whether its response was immediate. */
async function sendTogether(connections: string, headers: Record<string, string> = {}): Promise<boolean[]> {
  const responses = [...connections].map((connection) => {
    const own = connection === 'x' ? headers : {};
    pending += 1;
    const response = batching.take(
      new Request(`http://petstore.test/${connection}`, { headers: { 'X-Connection': connection, ...own } }),
    );
    const isImmediate = !(response instanceof Promise);
    return Promise.resolve(response)
      .catch((error: Error) => error.message)
      .then((outcome) => {
        if (!closed.includes(connection)) pending -= 1;
        log.push(`respond ${connection}${typeof outcome === 'string' ? `: ${outcome}` : ''}`);
        return isImmediate;
      });
  });
  const all = await Promise.all(responses);
  await new Promise((resolve) => setImmediate(resolve));
  return all;
}

async function makeBusy(): Promise<void> {
  await sendTogether('abcdef');
  await sendTogether('abcdef');
  log.length = 0;
}

test('handles a few requests as they arrive, even concurrent ones', async () => {
  for (let tick = 0; tick < 4; tick++) expect(new Set(await sendTogether('abcde'))).toEqual(new Set([true]));
  expect(log.filter((line) => line === 'end')).toEqual([]);
  expect(log.slice(0, 4)).toEqual(['begin', 'handle a', 'begin', 'handle b']);
});

test('handles many requests in their order, all before the first response', async () => {
  await makeBusy();
  expect(new Set(await sendTogether('abcdef'))).toEqual(new Set([false]));
  expect(log).toEqual([
    'begin',
    ...[...'abcdef'].map((name) => `handle ${name}`),
    'end',
    ...[...'abcdef'].map((name) => `respond ${name}`),
  ]);
});

test('handles requests as they arrive again when there are fewer', async () => {
  await makeBusy();
  expect(await sendTogether('ab')).toEqual([false, false]);
  expect(await sendTogether('ab')).toEqual([true, true]);
});

test('a connection with pipelined requests gets immediate responses', async () => {
  for (let tick = 0; tick < 6; tick++) expect(new Set(await sendTogether('abcdeff'))).toEqual(new Set([true]));
  for (let tick = 0; tick < 6; tick++) expect(new Set(await sendTogether('abcdefg'))).toEqual(new Set([true]));
});

test('a connection that closes while its request waits pauses the batching', async () => {
  await makeBusy();
  const responses = sendTogether('abcdef');
  // As the runtime does when the next request of the connection arrives.
  closed = 'c';
  pending -= 1;
  expect(new Set(await responses)).toEqual(new Set([false]));
  for (let tick = 0; tick < 4; tick++) expect(new Set(await sendTogether('abdefg'))).toEqual(new Set([true]));
});

test('responses that are sent meanwhile do not pause the batching', async () => {
  pending = 10;
  await makeBusy();
  const responses = sendTogether('abcdef');
  pending -= 3;
  await responses;
  expect(new Set(await sendTogether('abcdef'))).toEqual(new Set([false]));
});

test('a failed request does not affect the others', async () => {
  await makeBusy();
  await sendTogether('abxdef', { 'X-Failure': 'yes' });
  expect(log.filter((line) => line.startsWith('respond'))).toEqual([
    ...['respond a', 'respond b'],
    ...['respond d', 'respond e', 'respond f'],
    'respond x: failure x',
  ]);
});

test('requests with large responses are handled as they arrive, while there are more than a few', async () => {
  await makeBusy();
  large += 6;
  expect(await sendTogether('abcdef')).toEqual(Array(6).fill(false));
  for (let tick = 0; tick < 4; tick++) expect(new Set(await sendTogether('abcdef'))).toEqual(new Set([true]));
  let ticks = 0;
  while (!(await sendTogether('abcdef')).includes(false) && ticks < 1_000) ticks += 1;
  expect(ticks).toBeLessThan(500);
});
