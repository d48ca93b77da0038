import { describe, expect, test } from 'bun:test';
import type { Reply } from './reply.ts';
import { ResponseCache } from './response-cache.ts';

/** Makes answers and counts them. */
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

  test('an reply is given again while the revision stands still, and made anew when it moves', () => {
    const pages = new ResponseCache();
    const { make, made } = maker();
    pages.findOrMake('list', 0, make);
    const bodies = [1, 1, 2, 2, 1].map((revision) => bodyOf(pages.findOrMake('list', revision, make)));
    expect(bodies).toEqual(['reply 1', 'reply 1', 'reply 2', 'reply 2', 'reply 3']);
    expect(made).toHaveLength(4);
  });

  test('what is asked for once is not kept, so that it takes no room from what is asked for again', () => {
    const pages = new ResponseCache();
    const { make } = maker();
    const bodies = ['list', 'once', 'list', 'list'].map((name) => bodyOf(pages.findOrMake(name, 1, make)));
    expect(bodies).toEqual(['reply 0', 'reply 1', 'reply 2', 'reply 2']);
  });

  test('an reply that was made while the revision moved is not kept', async () => {
    const pages = new ResponseCache();
    const { make, makeLater, made } = maker();
    pages.findOrMake('list', 0, make);
    const late = pages.findOrMake('list', 1, makeLater);
    pages.findOrMake('other', 2, make);
    await late;
    pages.findOrMake('list', 2, make);
    expect(made).toHaveLength(4);
  });
});

describe('memory', () => {
  const mebibyte = 1_024 * 1_024;
  const page = (body: string) => () => ({ status: 200, headers: new Headers(), body });
  const isKept = (cache: ResponseCache, name: string) => {
    let isMade = false;
    cache.findOrMake(name, 1, () => {
      isMade = true;
      return { status: 200, headers: new Headers(), body: '' };
    });
    return !isMade;
  };

  test('what was asked for least lately goes first, and only as much as has to', () => {
    const cache = new ResponseCache();
    const names = Array.from({ length: 17 }, (_, number) => `page ${number}`);
    for (const name of names)
      for (let time = 0; time < 2; time++) cache.findOrMake(name, 1, page('x'.repeat(mebibyte)));
    expect(names.slice(2).every((name) => isKept(cache, name))).toBe(true);
    expect(isKept(cache, 'page 0')).toBe(false);
  });

  test('long queries that are asked for once leave next to nothing behind', () => {
    const cache = new ResponseCache();
    const query = 'x'.repeat(8_000);
    const ask = (from: number, to: number) => {
      for (let number = from; number < to; number++) cache.findOrMake(`${number}${query}`, 1, page('[]'));
      Bun.gc(true);
      return process.memoryUsage().heapUsed;
    };
    const before = ask(0, 1_000);
    expect(ask(1_000, 9_000) - before).toBeLessThan(8 * mebibyte);
  });
});

describe('without a revision', () => {
  test('the requests of one turn that ask the same share one reply, and those of the next have another', async () => {
    const pages = new ResponseCache();
    const { makeLater, made } = maker();
    const [one, two, other] = ['list', 'list', 'other'].map((name) => pages.findOrMake(name, undefined, makeLater));
    expect(one).toBe(two);
    expect(other).not.toBe(one);
    // Whoever arrives in the turn may know of a change of this moment.
    expect(made).toHaveLength(0);
    await Promise.all([one, other]);
    await pages.findOrMake('list', undefined, makeLater);
    expect(made).toHaveLength(3);
  });
});
