import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { publicPage } from '../../support/browser/public-page.ts';
import { as, codeOf, iso, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

/** What public keys see of the catalogue. Everything else looks as if it did not exist. */
let service: TestApp;
let secret = '';

interface Body {
  id: number;
  name: string;
  status: string;
  profile: Record<string, unknown>;
}

/** Names are in the order of ids; the last animal of each status has a category of its own. */
const animals = [
  { name: 'Adam', status: 'available', categoryId: 1 },
  { name: 'Bella Hidden', status: 'sold', categoryId: 1 },
  { name: 'Cleo', status: 'pending', categoryId: 1 },
  { name: 'Dora', status: 'available', categoryId: 2 },
  { name: 'Emil Hidden', status: 'sold', categoryId: 2 },
  { name: 'Fred', status: 'pending', categoryId: 2 },
];
const profile = {
  species: 'Cat',
  tags: ['calm'],
  description: 'Likes boxes',
  location: 'Foster Lopez',
  publicLocation: 'Aachen',
  reference: 'CHIP',
  attributes: { kennel: 'Backyard' },
};

const get = (path: string, init: RequestInit = {}) =>
  service.fetch(path, { ...init, headers: { ...as(secret), ...init.headers } });
const namesOf = async (query: string) =>
  (await bodyOf<Body[]>(await get(`/v1/listings${query}`))).map(({ name }) => name);

const countOf = async (query: string) => {
  const response = await get(`/v1/listings?limit=1${query}`, { headers: { Prefer: 'count=exact' } });
  return Number(response.headers.get('X-Total-Count') ?? Number.NaN);
};

/** How many there are, and of each status, category, species and tag. */
const facets = async (query: string) => {
  const response = await get(`/v1/listings${query}`, { headers: { Prefer: 'count=facets' } });
  const { facets: found } = await bodyOf<{ facets: Record<string, { values: { value: string; count: number }[] }> }>(
    response,
  );
  const counts = ['status', 'categoryId', 'species', 'tag'].map((name) =>
    Object.fromEntries(found[name]?.values.map(({ value, count }) => [value, count]) ?? []),
  );
  return [response.headers.get('X-Total-Count'), ...counts] as const;
};

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    for (const [index, animal] of animals.entries()) {
      const own = { ...profile, reference: `CHIP${index}`, tags: index < 3 ? ['calm'] : ['calm', 'young'] };
      expect((await service.post('/v1/listings', JSON.stringify({ ...animal, profile: own }))).status).toBe(201);
    }
    await service.untilSettled();
    const draft = { role: 'public', origins: ['https://shelter.example'] };
    secret = (await keyCalls(service).make(draft)).secret;
  });
  afterAll(() => service.close());

  test('animals of other statuses are in no list, whatever its filters and order', async () => {
    const all = ['Adam', 'Cleo', 'Dora', 'Fred'];
    const queries: Record<string, string[]> = {
      '': all,
      '?status=available': ['Adam', 'Dora'],
      '?status=pending': ['Cleo', 'Fred'],
      '?categoryId=1': ['Adam', 'Cleo'],
      '?species=Cat': all,
      '?species=Cat&categoryId=2': ['Dora', 'Fred'],
      '?tag=calm': all,
      '?tag=calm&tag=young': ['Dora', 'Fred'],
      '?id=1&id=2&id=5&id=6': ['Adam', 'Fred'],
      '?changedSince=2000-01-01T00:00:00Z': all,
      '?sort=-id': all.toReversed(),
      '?sort=name': all,
      '?sort=-createdAt': all.toReversed(),
      '?sort=-updatedAt': all.toReversed(),
      '?q=box': all,
      '?q=hidden': [],
      '?q=bella': [],
      '?q=calm&sort=name&categoryId=2': ['Dora', 'Fred'],
    };
    for (const [query, names] of Object.entries(queries)) expect([query, await namesOf(query)]).toEqual([query, names]);
    for (const status of ['sold', 'sold&q=hidden', 'sold&sort=name']) {
      expect(await refusalOf(await get(`/v1/listings?status=${status}`))).toEqual({
        status: 400,
        code: 'invalid_parameter',
        message: 'Invalid query. status must be available or pending for a public API key.',
      });
    }
  });

  test('pages and counts have only what is visible', async () => {
    for (const sort of ['id', '-id', 'name', '-updatedAt']) {
      const listed = await readPages<Body>(get, `/v1/listings?limit=1&sort=${sort}`);
      const names = listed.map(({ name }) => name);
      expect([sort, names.toSorted()]).toEqual([sort, ['Adam', 'Cleo', 'Dora', 'Fred']]);
    }
    const counts = {
      '': 4,
      '&status=available': 2,
      '&categoryId=2': 2,
      '&tag=young': 2,
      '&species=Cat': 4,
      '&q=hidden': 0,
    };
    for (const [query, count] of Object.entries(counts)) expect([query, await countOf(query)]).toEqual([query, count]);
  });

  test('values of filters are counted for visible animals only', async () => {
    const both = { available: 2, pending: 2 };
    expect(await facets('')).toEqual(['4', both, { 1: 2, 2: 2 }, { Cat: 4 }, { calm: 4, young: 2 }]);
    const ofFirst = { available: 1, pending: 1 };
    expect(await facets('?categoryId=1')).toEqual(['2', ofFirst, { 1: 2, 2: 2 }, { Cat: 2 }, { calm: 2 }]);
    // Another status in place of that of the filter is a visible one, too.
    const half = [{ 1: 1, 2: 1 }, { Cat: 2 }, { calm: 2, young: 1 }];
    expect(await facets('?status=available')).toEqual(['2', both, ...half]);
    expect(await facets('?status=pending&species=Cat')).toEqual(['2', both, ...half]);
    expect(await facets('?q=hidden')).toEqual(['0', {}, {}, {}, {}]);
    service.restart({ publicStatuses: ['available'] });
    expect(await facets('')).toEqual(['2', { available: 2 }, ...half]);
    service.restart({});
  });

  test('an animal of another status is as unknown as one that never was', async () => {
    expect((await get('/v1/listings/1')).status).toBe(200);
    const unknown = await refusalOf(await get('/v1/listings/99'));
    const hidden = await refusalOf(await get('/v1/listings/2'));
    expect(hidden).toEqual({ ...unknown, message: unknown.message.replace('99', '2') });
    expect((await service.fetch('/v1/listings/2')).status).toBe(200);
    const conditional = await get('/v1/listings/2', { headers: { 'If-None-Match': '*' } });
    expect(conditional.status).toBe(404);
    // It disappears when it is sold.
    const become = (status: string) => service.send('PATCH', '/v1/pets/6', { status });
    await become('sold');
    expect((await get('/v1/listings/6')).status).toBe(404);
    expect(await namesOf('?categoryId=2')).toEqual(['Dora']);
    await become('available');
    await become('pending');
    expect((await get('/v1/listings/6')).status).toBe(200);
  });

  test('profiles have nothing that is for staff, and nothing finds it', async () => {
    const one = await bodyOf<Body>(await get('/v1/listings/1'));
    expect(one.profile).toEqual({
      species: 'Cat',
      description: 'Likes boxes',
      tags: ['calm'],
      publicLocation: 'Aachen',
    });
    const text = await (await get('/v1/listings')).text();
    for (const word of ['CHIP', 'Backyard', 'kennel', 'Hidden', 'sold']) expect(text).not.toContain(word);
    for (const word of ['chip0', 'backyard', 'foster', 'lopez', 'calm+lopez']) {
      expect([word, await namesOf(`?q=${word}`), await countOf(`&q=${word}`)]).toEqual([word, [], 0]);
    }
    const all = ['Adam', 'Cleo', 'Dora', 'Fred'];
    for (const query of ['?q=aachen', '?q=aachen+calm&sort=name', '?publicLocation=AACHEN']) {
      expect([query, await namesOf(query)]).toEqual([query, all]);
    }
    expect(await codeOf(await get('/v1/listings?reference=CHIP0'))).toBe('unknown_parameter');
    expect(await codeOf(await get('/v1/listings?location=Aachen'))).toBe('invalid_parameter');
    const found = await bodyOf<Body[]>(await service.fetch('/v1/listings?q=lopez+aachen'));
    expect(found.map(({ profile: { location } }) => location)).toEqual(Array.from(animals, () => 'Foster Lopez'));
  });

  test('where staff keep an animal is in nothing that the public reads', async () => {
    service.restart({ publicPage });
    const anonymous = ['', '?q=adam', '?q=aachen', '?q=lopez', '/1', '/feed.atom', '/sitemap-available-0.xml'];
    const texts = await Promise.all([
      ...['', '?sort=name', '/1', '/changes'].map((path) => get(`/v1/listings${path}`)),
      get('/v1/listings', { headers: { Prefer: 'count=facets' } }),
      ...anonymous.map((path) => service.fetch(`/adopt${path}`)),
    ]);
    const told = await Promise.all(texts.map(async (response) => [response.status, await response.text()] as const));
    expect(told.map(([status]) => status)).toEqual(texts.map(() => 200));
    // A page repeats what was searched for.
    expect(told.map(([, text]) => text.match(/Lopez|foster/))).toEqual(texts.map(() => null));
    expect(told[anonymous.indexOf('/1') + 5]?.[1]).toContain('Aachen');
    service.restart({});
    expect((await bodyOf<Body>(await service.fetch('/v1/listings/1'))).profile).toHaveProperty('reference', 'CHIP0');
  });

  test('responses of public and of other keys are never taken for each other', async () => {
    for (const path of ['/v1/listings', '/v1/listings?sort=name', '/v1/listings/1', '/v1/listings?id=1']) {
      const read = async (headers: Record<string, string>) => {
        const response = await service.fetch(path, { headers });
        return { text: await response.text(), etag: response.headers.get('ETag') ?? '' };
      };
      // The second one of equal requests is cached, the third comes from the cache.
      for (const order of [
        [as(secret), {}],
        [{}, as(secret)],
      ]) {
        for (let round = 0; round < 3; round++) {
          for (const headers of order) {
            expect((await read(headers)).text.includes('CHIP')).toBe(
              headers !== order.find((one) => 'Authorization' in one),
            );
          }
        }
      }
      const [open, all] = [await read(as(secret)), await read({})];
      expect(open.etag).not.toBe(all.etag);
      const crossed = await get(path, { headers: { 'If-None-Match': all.etag } });
      expect([crossed.status, await crossed.text()]).toEqual([200, open.text]);
      expect((await get(path, { headers: { 'If-None-Match': open.etag } })).status).toBe(304);
      // On PostgreSQL identical requests of one moment share a response.
      const [first, second] = await Promise.all([read(as(secret)), read({})]);
      expect([first, second]).toEqual([open, all]);
    }
  });

  test('cursors are those of public keys, and do not tell where a page ends', async () => {
    const cursorOf = async (headers: Record<string, string>, query: string) => {
      const link = (await service.fetch(`/v1/listings?limit=1${query}`, { headers })).headers.get('Link') ?? '';
      return /cursor=([\w-]+)/.exec(link)?.[1] ?? '';
    };
    for (const query of ['', '&sort=name', '&q=calm&sort=name']) {
      const [open, all] = [await cursorOf(as(secret), query), await cursorOf({}, query)];
      expect(Math.min(open.length, all.length)).toBeGreaterThan(31);
      expect(await cursorOf(as(secret), query)).toBe(open);
      expect((await get(`/v1/listings?cursor=${open}${query}`)).status).toBe(200);
      expect(await codeOf(await get(`/v1/listings?cursor=${all}${query}`))).toBe('invalid_cursor');
      expect(await codeOf(await service.fetch(`/v1/listings?cursor=${open}${query}`))).toBe('invalid_cursor');
      if (query === '') continue;
      expect(Buffer.from(all, 'base64url').toString('latin1')).toContain('adam');
      expect(Buffer.from(open, 'base64url').toString('latin1')).not.toContain('adam');
    }
  });

  test('an animal on hold, or one that has left but was not adopted, is nowhere, and a hold ends by itself', async () => {
    service.restart({
      publicStatuses: ['available', 'pending', 'sold'],
      publicPage,
      inquiryForm: { days: 90, privacyUrl: 'https://shelter.example/privacy' },
    });
    const change = (id: number, changes: object) => service.send('PATCH', `/v1/pets/${id}/profile`, changes);
    const day = (offset: number) => iso(service.now + offset * 86_400_000).slice(0, 10);
    await change(1, { holdUntil: day(1), holdReason: 'Backyard', whereabouts: 'foster', intakeType: 'stray' });
    for (const [id, outcomeType] of [
      [2, 'died'],
      [5, 'adoption'],
    ] as const) {
      expect((await change(id, { outcomeType, outcomeOn: day(0) })).status).toBe(200);
    }
    await service.untilSettled();
    const filters = ['species=Cat', 'tag=calm', 'categoryId=1', 'q=box', 'id=1&id=2&id=3'];
    const queries = ['', ...filters, 'sort=name', 'limit=100'];
    const isListed = async (name: string) =>
      (await Promise.all(queries.map((query) => namesOf(`?${query}`)))).filter((names) => names.includes(name)).length;
    const paths = ['/adopt', '/adopt/feed.atom', '/adopt/sitemap-available-0.xml', '/adopt/favorites?keep=1&keep=2'];
    const told = async (pattern: RegExp) =>
      (await Promise.all(paths.map(async (path) => await (await service.fetch(path)).text()))).filter((text) =>
        pattern.test(text),
      ).length;
    const statuses = async (id: number) =>
      (await Promise.all([`/adopt/${id}`, `/adopt/${id}/inquiry`].map((path) => service.fetch(path)))).map(
        ({ status }) => status,
      );
    const counted = async () => {
      const [total, status, categories] = await facets('');
      return [await countOf(''), total, status, categories?.['1']];
    };
    const isOnHold = async (is: boolean) => {
      const found = await bodyOf<Body[]>(await service.fetch(`/v1/listings?onHold=${is}`));
      return found.map(({ name }) => name).includes('Adam');
    };
    const [hold, dead] = [/Adam|adopt\/1</, /Bella|adopt\/2</];
    for (const isOver of [false, true]) {
      expect([isOver, await isListed('Adam'), await isListed('Bella Hidden')]).toEqual([isOver, isOver ? 8 : 0, 0]);
      expect([await told(hold), await told(dead)]).toEqual([isOver ? 4 : 0, 0]);
      expect((await get('/v1/listings/1')).status).toBe(isOver ? 200 : 404);
      expect([await statuses(1), await statuses(2)]).toEqual([isOver ? [200, 200] : [404, 404], [404, 404]]);
      expect(await counted()).toEqual(
        isOver
          ? [5, '5', { available: 2, pending: 2, sold: 1 }, 2]
          : [4, '4', { available: 1, pending: 2, sold: 1 }, 1],
      );
      expect([await isOnHold(true), await isOnHold(false)]).toEqual([!isOver, isOver]);
      if (!isOver) service.now += 2 * 86_400_000;
    }
    for (const filter of ['outcomeType=died', 'whereabouts=foster', 'intakeType=stray', 'onHold=false']) {
      expect(await codeOf(await get(`/v1/listings?${filter}`))).toBe('invalid_parameter');
      expect(await codeOf(await get(`/v1/listings?q=calm&${filter}`))).toBe('invalid_parameter');
    }
    const text = await (await get('/v1/listings?limit=100')).text();
    for (const word of ['foster', 'stray', 'adoption', 'outcome', 'hold', 'Backyard']) expect(text).not.toContain(word);
    for (const [id, names] of [
      [1, ['holdUntil', 'holdReason', 'whereabouts', 'intakeType']],
      [2, ['outcomeType', 'outcomeOn']],
      [5, ['outcomeType', 'outcomeOn']],
    ] as const) {
      await change(id, Object.fromEntries(names.map((name) => [name, null])));
    }
    service.restart({});
  });

  test('the operator decides which statuses are visible', async () => {
    service.restart({ publicStatuses: ['sold'] });
    expect(await namesOf('')).toEqual(['Bella Hidden', 'Emil Hidden']);
    service.restart({ publicStatuses: ['available', 'pending', 'sold'] });
    expect(await namesOf('?status=sold')).toEqual(['Bella Hidden', 'Emil Hidden']);
    expect(await namesOf('')).toHaveLength(6);
    service.restart({});
  });
});
