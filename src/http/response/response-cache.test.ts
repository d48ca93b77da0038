import { describe, expect, test } from 'bun:test';
import type { Reply } from './reply.ts';
import { ResponseCache } from './response-cache.ts';

const at = (revision?: number, today = 0n) => ({ revision, today });

/** Makes responses and counts them. */
function maker() {
  const made: Reply[] = [];
  const make = () => {
    const reply = { status: 200, headers: new Headers(), body: `reply ${made.length}` };
    made.push(reply);
    return reply;
  };
  return { made, make, makeLater: async () => make() };
}

describe('with a revision', () => {
  const bodyOf = (reply: Reply | Promise<Reply>) => (reply instanceof Promise ? undefined : reply.body);

  test('a response is reused while the revision stays the same, and made again after it changes', () => {
    const cache = new ResponseCache();
    const { make, made } = maker();
    cache.findOrMake('list', at(0), make);
    const bodies = [1, 1, 2, 2, 1].map((revision) => bodyOf(cache.findOrMake('list', at(revision), make)));
    expect(bodies).toEqual(['reply 1', 'reply 1', 'reply 2', 'reply 2', 'reply 3']);
    expect(made).toHaveLength(4);
  });

  test('a response is made again on the next day', () => {
    const cache = new ResponseCache();
    const { make } = maker();
    cache.findOrMake('list', at(1), make);
    const days = [0n, 1n, 1n];
    const bodies = days.map((day) => bodyOf(cache.findOrMake('list', at(1, day), make)));
    expect(bodies).toEqual(['reply 1', 'reply 2', 'reply 2']);
  });

  test('a response that is requested once is not cached, and evicts no others', () => {
    const cache = new ResponseCache();
    const { make } = maker();
    const bodies = ['list', 'once', 'list', 'list'].map((name) => bodyOf(cache.findOrMake(name, at(1), make)));
    expect(bodies).toEqual(['reply 0', 'reply 1', 'reply 2', 'reply 2']);
  });

  test.each([
    ['the revision', at(2)],
    ['the day', at(1, 1n)],
  ])('a response that was made while %s changed is not cached', async (_, changed) => {
    const cache = new ResponseCache();
    const { make, makeLater, made } = maker();
    cache.findOrMake('list', at(0), make);
    const late = cache.findOrMake('list', at(1), makeLater);
    cache.findOrMake('other', changed, make);
    await late;
    cache.findOrMake('list', changed, make);
    expect(made).toHaveLength(4);
  });
});

describe('the memory limit', () => {
  const mebibyte = 1_024 * 1_024;
  const page = (body: string) => () => ({ status: 200, headers: new Headers(), body });
  const isCached = (cache: ResponseCache, name: string) => {
    let isMade = false;
    cache.findOrMake(name, at(1), () => {
      isMade = true;
      return { status: 200, headers: new Headers(), body: '' };
    });
    return !isMade;
  };

  test('evicts the least recently used responses, and only as many as necessary', () => {
    const cache = new ResponseCache();
    const names = Array.from({ length: 17 }, (_, number) => `page ${number}`);
    for (const name of names)
      for (let time = 0; time < 2; time++) cache.findOrMake(name, at(1), page('x'.repeat(mebibyte)));
    expect(names.slice(2).every((name) => isCached(cache, name))).toBe(true);
    expect(isCached(cache, 'page 0')).toBe(false);
  });

  test('long queries that are sent once use almost no memory', () => {
    const cache = new ResponseCache();
    const query = 'x'.repeat(8_000);
    const request = (from: number, to: number) => {
      for (let number = from; number < to; number++) cache.findOrMake(`${number}${query}`, at(1), page('[]'));
      Bun.gc(true);
      return process.memoryUsage().heapUsed;
    };
    const before = request(0, 1_000);
    expect(request(1_000, 9_000) - before).toBeLessThan(8 * mebibyte);
  });
});

describe('without a revision', () => {
  test('equal requests in one tick share a response, and those in the next tick get another one', async () => {
    const cache = new ResponseCache();
    const { makeLater, made } = maker();
    const [one, two, other] = ['list', 'list', 'other'].map((name) => cache.findOrMake(name, at(), makeLater));
    expect(one).toBe(two);
    expect(other).not.toBe(one);
    // A request that arrives later in the tick may follow a write that was just acknowledged.
    expect(made).toHaveLength(0);
    await Promise.all([one, other]);
    await cache.findOrMake('list', at(), makeLater);
    expect(made).toHaveLength(3);
  });

  test('a request that arrives while a response is made does not share it', async () => {
    const cache = new ResponseCache();
    const { makeLater, made } = maker();
    let late: unknown;
    await cache.findOrMake('list', at(), async () => {
      late = cache.findOrMake('list', at(), makeLater);
      return makeLater();
    });
    await late;
    expect(made).toHaveLength(2);
  });
});
