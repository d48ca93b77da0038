import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/store/store.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { openPage, publicPage } from '../../support/browser/public-page.ts';
import { as, keyCalls } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type ListingBody } from '../../support/http/body.ts';

const searchPlaces = 10;
const anonymous = {
  rateLimit: 10_000,
  trustedProxies: ['127.0.0.1'],
  peerOf: () => '127.0.0.1',
};
const from = (address: string) => ({ Authorization: '', 'X-Forwarded-For': address });

/** A store that notes the statements which look for words. */
function noteSearches(store: Store): { store: Store; texts: string[] } {
  const texts: string[] = [];
  const { reader } = store;
  const noting: typeof reader = {
    dialect: reader.dialect,
    scan: (statement, params) => reader.scan(statement, params),
    query(statement, params) {
      if (statement.text.includes('LIKE')) texts.push(statement.text);
      return reader.query(statement, params);
    },
  };
  return { store: Object.create(store, { reader: { value: noting } }), texts };
}

describe.each(engines)('on $name', (engine) => {
  let service: TestApp;
  let secret = '';
  beforeAll(async () => {
    service = await startApp({ publicPage, anonymous }, engine);
    for (const name of ['Bella', 'Mr. B', 'Maxi', '小白', 'Bo']) {
      const profile = { description: name === 'Bo' ? 'Plan B for a calm home' : 'Calm, likes walks' };
      await service.send('POST', '/v1/listings', { name, categoryId: 1, profile });
    }
    await service.untilSettled();
    secret = (await keyCalls(service).make({ role: 'public', origins: ['https://shelter.example'] })).secret;
  });
  afterAll(() => service.close());

  const listed = async (q: string, headers: Record<string, string> = {}) => {
    const response = await service.fetch(`/v1/listings?q=${encodeURIComponent(q)}`, { headers });
    return (await bodyOf<ListingBody[]>(response)).map(({ name }) => name);
  };

  test('to the public a letter is a word, to staff the beginning of words', async () => {
    expect((await listed('b')).toSorted()).toEqual(['Bella', 'Bo', 'Mr. B']);
    for (const q of ['b', 'B', 'b calm', 'calm b']) {
      expect((await listed(q, as(secret))).toSorted()).toEqual(['Bo', 'Mr. B']);
      expect((await openPage(service, `/adopt?q=${q}`)).ids).toHaveLength(2);
    }
    expect(await listed('小', as(secret))).toEqual(['小白']);
    expect(await listed('be', as(secret))).toEqual(['Bella']);
    const counted = await service.fetch('/v1/listings?q=b', { headers: { ...as(secret), Prefer: 'count=exact' } });
    expect(counted.headers.get('X-Total-Count')).toBe('2');
  });

  test('an address has some searches at a time, and delays nobody else', async () => {
    // Whatever is remembered for a minute is read.
    await openPage(service, '/adopt?q=be');
    const order: string[] = [];
    const ask = async (name: string, path: string, headers: Record<string, string>) => {
      const response = await service.fetch(path, { headers });
      order.push(name);
      return [response.status, response.headers.get('Retry-After')];
    };
    const often = Array.from({ length: searchPlaces + 5 }, (_, index) =>
      index % 2 === 0
        ? ask('often', `/adopt?q=ca+${index}`, from('203.0.113.1'))
        : ask('often', `/v1/listings?q=ca+${index}`, { ...from('203.0.113.1'), ...as(secret) }),
    );
    const others = [
      ask('ready', '/readyz', from('203.0.113.9')),
      ask('page', '/adopt', from('203.0.113.2')),
      ask('search', '/adopt?q=calm', from('203.0.113.3')),
      ask('staff', '/v1/listings?q=calm', {}),
    ];
    expect(await Promise.all(others)).toEqual(others.map(() => [200, null]));
    const answers = await Promise.all(often);
    const refused = answers.filter(([status]) => status === 503);
    expect(refused).toEqual(Array.from({ length: 5 }, () => [503, '5']));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(searchPlaces);
    for (const name of ['ready', 'search']) expect(order.slice(order.indexOf(name))).toContain('often');
  });
});

test('what a visitor has remembered changes no search, so it is found once', async () => {
  const service = await startApp({ publicPage });
  await service.send('POST', '/v1/listings', { name: 'Bella', categoryId: 1 });
  const { store, texts } = noteSearches(service.store);
  service.restart({ store });
  for (const path of ['/adopt?q=bel', '/adopt/feed.atom?q=bel']) {
    const counts: number[] = [];
    for (const keep of [1, 2, 3, 4]) {
      const { status } = await service.fetch(`${path}&keep=${keep}`, { headers: { Authorization: '' } });
      expect(status).toBe(200);
      counts.push(texts.splice(0).length);
    }
    expect(counts).toEqual([counts[0] ?? 0, counts[0] ?? 0, 0, 0]);
    expect(counts[0]).toBeGreaterThan(0);
  }
  await service.close();
});
