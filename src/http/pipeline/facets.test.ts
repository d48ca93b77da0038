import { beforeEach, expect, test } from 'bun:test';
import type { CountedFacets } from '../../api/operation.ts';
import { createFacetCounter } from './facets.ts';

interface Count extends Pick<PromiseWithResolvers<CountedFacets>, 'reject'> {
  filters: string;
  end(): void;
}

/** The counts that were begun, in their order. Each lasts until the test ends it. */
let begun: Count[];
let countInTurn: ReturnType<typeof createFacetCounter>;
beforeEach(() => {
  begun = [];
  countInTurn = createFacetCounter(3);
});

/** What a request gets: its total, or the code of its error. */
async function ask(client: string, filters: string, signal = new AbortController().signal): Promise<unknown> {
  const count = () => {
    const { promise, resolve, reject } = Promise.withResolvers<CountedFacets>();
    const total = BigInt(begun.length);
    begun.push({ filters, reject, end: () => resolve({ body: '{}', total }) });
    return promise;
  };
  try {
    return String((await countInTurn({ client, filters, signal, count })).total);
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : (error as Error).name;
  }
}

/** Ends one count after the other until none is left, and returns what was counted. */
async function finish(): Promise<string[]> {
  await Bun.sleep(0);
  for (let index = 0; index < begun.length; index++) {
    begun[index]?.end();
    await Bun.sleep(0);
  }
  return begun.map(({ filters }) => filters);
}

test('one request counts at a time, of one client after the other', async () => {
  const asked = [ask('often', 'a1'), ask('often', 'a2'), ask('often', 'a3'), ask('seldom', 'b1'), ask('third', 'c1')];
  await Bun.sleep(0);
  expect(begun.map(({ filters }) => filters)).toEqual(['a1']);
  expect(await finish()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  expect(await Promise.all(asked)).toEqual(['0', '3', '4', '1', '2']);
});

test('a client that has no place is refused, and delays no other', async () => {
  const asked = ['1', '2', '3', '4', '5'].map((filters) => ask('often', filters));
  expect(await Promise.all(asked.slice(3))).toEqual(['rate_limited', 'rate_limited']);
  const other = ask('seldom', 'other');
  expect(await finish()).toEqual(['1', 'other', '2', '3']);
  expect(await other).toBe('1');
  // Its places are free again.
  void ask('often', '6');
  expect(await finish()).toContain('6');
});

test('those that wait for the same filters share one count, but none shares one that began before it came', async () => {
  const first = ask('one', 'same');
  await Bun.sleep(0);
  const later = [ask('one', 'same'), ask('two', 'other'), ask('two', 'same'), ask('three', 'same')];
  expect(await finish()).toEqual(['same', 'other', 'same']);
  expect(await Promise.all([first, ...later])).toEqual(['0', '2', '1', '2', '2']);
});

test('a request whose turn does not come gets an answer, and takes no turn any more', async () => {
  countInTurn = createFacetCounter(3, 1);
  const first = ask('one', 'endless');
  expect(await Promise.all([ask('one', 'late'), ask('two', 'late')])).toEqual(['overloaded', 'overloaded']);
  expect(await finish()).toEqual(['endless']);
  expect(await first).toBe('0');
});

test('a client that has disconnected leaves its place', async () => {
  const first = ask('one', 'first');
  const gone = new AbortController();
  const waiting = [ask('one', 'gone', gone.signal), ask('one', 'second')];
  await Bun.sleep(0);
  gone.abort();
  await Bun.sleep(0);
  const later = [ask('one', 'gone too', gone.signal), ask('one', 'third')];
  expect(await finish()).toEqual(['first', 'second', 'third']);
  expect(await Promise.all([first, ...waiting, ...later])).toEqual(['0', 'RequestAborted', '1', 'RequestAborted', '2']);
});

test('a count that fails does so for those that share it alone', async () => {
  const asked = [ask('one', 'first'), ask('two', 'second')];
  await Bun.sleep(0);
  begun[0]?.reject(new RangeError());
  await Bun.sleep(0);
  await finish();
  expect(await Promise.all(asked)).toEqual(['RangeError', '1']);
});
