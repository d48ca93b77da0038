import { beforeEach, expect, test } from 'bun:test';
import { RequestBatching } from './request-batching.ts';

let log: string[];
let turns: RequestBatching;

beforeEach(() => {
  log = [];
  turns = new RequestBatching({
    handle({ url, headers }) {
      log.push(`handle ${url.slice(-1)}`);
      if (headers.has('X-Fault')) throw new Error(`fault ${url.slice(-1)}`);
      return new Response(url.slice(-1));
    },
    connectionOf: ({ headers }) => headers.get('X-Connection') ?? undefined,
    onBegin: () => log.push('begin'),
    onEnd: () => log.push('end'),
  });
});

/** Sends requests in one turn, over these connections. Tells for each whether it was answered at once. */
async function sendTogether(connections: string, headers: Record<string, string> = {}): Promise<boolean[]> {
  const answers = [...connections].map((connection) => {
    const own = connection === 'x' ? headers : {};
    const answer = turns.take(
      new Request(`http://petstore.test/${connection}`, { headers: { 'X-Connection': connection, ...own } }),
    );
    const isAtOnce = !(answer instanceof Promise);
    return Promise.resolve(answer)
      .catch((error: Error) => error.message)
      .then((given) => {
        log.push(`answer ${connection}${typeof given === 'string' ? `: ${given}` : ''}`);
        return isAtOnce;
      });
  });
  const all = await Promise.all(answers);
  await new Promise((resolve) => setImmediate(resolve));
  return all;
}

async function makeBusy(): Promise<void> {
  await sendTogether('abcdef');
  await sendTogether('abcdef');
  log.length = 0;
}

test('few requests are answered as they come, also beside each other', async () => {
  for (let turn = 0; turn < 4; turn++) expect(new Set(await sendTogether('abcde'))).toEqual(new Set([true]));
  expect(log.filter((line) => line === 'end')).toEqual([]);
  expect(log.slice(0, 4)).toEqual(['begin', 'handle a', 'begin', 'handle b']);
});

test('many are all worked on before the first is answered, in their order', async () => {
  await makeBusy();
  expect(new Set(await sendTogether('abcdef'))).toEqual(new Set([false]));
  expect(log).toEqual([
    'begin',
    ...[...'abcdef'].map((name) => `handle ${name}`),
    'end',
    ...[...'abcdef'].map((name) => `answer ${name}`),
  ]);
});

test('when fewer come again, they are again answered as they come', async () => {
  await makeBusy();
  expect(await sendTogether('ab')).toEqual([false, false]);
  expect(await sendTogether('ab')).toEqual([true, true]);
});

test('a connection with several requests at once has all of them answered at once', async () => {
  for (let turn = 0; turn < 6; turn++) expect(new Set(await sendTogether('abcdeff'))).toEqual(new Set([true]));
  for (let turn = 0; turn < 6; turn++) expect(new Set(await sendTogether('abcdefg'))).toEqual(new Set([true]));
});

test('one that fails fails alone', async () => {
  await makeBusy();
  await sendTogether('abxdef', { 'X-Fault': 'yes' });
  expect(log.filter((line) => line.startsWith('answer'))).toEqual([
    ...['answer a', 'answer b'],
    ...['answer d', 'answer e', 'answer f'],
    'answer x: fault x',
  ]);
});
