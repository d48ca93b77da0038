import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, keyCalls } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type ListingBody } from '../../support/http/body.ts';

interface Facet {
  isComplete: boolean;
  values: { value: number | string; name?: string; count: number }[];
}

interface Faceted {
  items: object[];
  facets: Record<string, Facet>;
}

/** What an animal has of each facet. */
const valuesOf: Record<string, (listing: ListingBody) => (number | string | undefined)[]> = {
  status: ({ status }) => [status],
  categoryId: ({ category }) => [category.id],
  species: ({ profile }) => [profile.species],
  sex: ({ profile }) => [profile.sex],
  size: ({ profile }) => [profile.size],
  goodWith: ({ profile: { goodWith = {} } }) => Object.keys(goodWith).filter((animal) => goodWith[animal]),
  tag: ({ profile }) => profile.tags ?? [],
};
const preference = { Prefer: 'count=facets' };
const facetsType = 'application/vnd.petstore.facets+json';

let service: TestApp;
const get = (query: string, headers: Record<string, string> = preference) =>
  service.fetch(`/v1/listings?${query}`, { headers });
const facetsOf = async (query: string) => (await bodyOf<Faceted>(await get(query))).facets;
const fold = (value: number | string) => String(value).trim().toLowerCase();
/** There are fewer animals than a page has. */
const list = async (query: URLSearchParams, headers: Record<string, string> = {}) =>
  await bodyOf<ListingBody[]>(await get(`limit=100&${query}`, headers));

/** Expects of each facet the counts of the list, with any value in place of the one, or in addition to those, that it has. */
async function expectCounts(query: string, headers: Record<string, string> = {}): Promise<Faceted['facets']> {
  const { facets } = await bodyOf<Faceted>(await get(query, { ...preference, ...headers }));
  expect(Object.keys(facets)).toEqual(Object.keys(valuesOf));
  const all = await list(new URLSearchParams(query), headers);
  for (const [name, read] of Object.entries(valuesOf)) {
    const { isComplete, values } = facets[name] ?? { isComplete: false, values: [] };
    const others = new URLSearchParams(query);
    if (name !== 'goodWith' && name !== 'tag') others.delete(name);
    const listed = others.size === new URLSearchParams(query).size ? all : await list(others, headers);
    const found = listed.flatMap(read).flatMap((value) => value ?? []);
    const expected = [...Map.groupBy(found, fold)].map(([value, some]) => [value, some.length]);
    expect([name, isComplete, Object.fromEntries(values.map(({ value, count }) => [fold(value), count]))]).toEqual([
      ...[name, true, Object.fromEntries(expected)],
    ]);
    const counts = values.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  }
  return facets;
}

describe.each(engines)('facets of listings on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    for (let index = 0; index < 40; index++) {
      const profile = {
        ...(index % 5 !== 0 && { species: ['Cat', index === 4 ? 'DOG ' : 'Dog', 'Été'][index % 3] }),
        ...(index % 4 !== 0 && { sex: index % 2 === 0 ? 'female' : 'male' }),
        ...(index % 7 < 3 && { size: index % 7 === 0 ? 'small' : 'extra_large' }),
        ...(index % 3 !== 0 && {
          goodWith: { cats: index % 2 === 0, dogs: true, ...(index % 8 === 1 && { children: true }) },
        }),
        ...(index % 2 === 0 && { tags: ['calm', ...(index % 6 === 0 ? ['lap cat'] : [])], breed: `Mix ${index % 3}` }),
      };
      const status = ['available', 'available', 'pending', 'sold'][index % 4];
      const draft = { name: index % 3 === 0 ? 'Rosé' : 'Max', categoryId: index % 3, status, profile };
      expect((await service.send('POST', '/v1/listings', draft)).status).toBe(201);
    }
    expect((await service.send('PUT', '/v1/categories/2', { name: 'Birds' })).ok).toBe(true);
  });
  afterAll(() => service.close());

  const queries = [
    '',
    'status=available',
    'status=available&status=sold&species=dog&species=cat',
    'categoryId=1',
    'status=available&categoryId=2',
    'species=Cat',
    'status=available&species=Cat&sex=male&size=extra_large',
    'goodWith=cats',
    'goodWith=cats&goodWith=dogs&tag=calm',
    'tag=calm&tag=lap+cat&sex=female',
    'q=ros',
    'q=mix&status=pending&species=Dog',
    'changedSince=2000-01-01T00:00:00Z&size=small',
    'id=1&id=2&id=3&id=400&sex=male',
    'species=Unicorn',
  ];
  test.each(queries)(
    'for "%s" each count is what the list has with that value, and no value is missing',
    async (query) => {
      await expectCounts(query);
    },
  );

  test('a category has its name', async () => {
    const { categoryId } = await facetsOf('categoryId=1');
    expect(categoryId?.values.map(({ value, name }) => [value, name]).sort()).toEqual([
      [0, undefined],
      [1, undefined],
      [2, 'Birds'],
    ]);
  });

  test('a public key counts only what it may see', async () => {
    const { secret } = await keyCalls(service).make({ role: 'public', origins: ['*'] });
    const asked = ['', 'status=available', 'categoryId=1', 'status=pending&categoryId=1', 'species=Cat', 'q=ros'];
    for (const query of asked) {
      const { status } = await expectCounts(query, as(secret));
      expect(status?.values.map(({ value }) => value)).not.toContain('sold');
    }
    expect((await get('status=sold', { ...preference, ...as(secret) })).status).toBe(400);
  });

  onOneEngine(engine, () => {
    test('the page beside them is the page without them, and so is its link', async () => {
      const [plain, faceted] = [await get('sex=male&limit=2', {}), await get('sex=male&limit=2')];
      const items = await bodyOf<object[]>(plain);
      expect((await bodyOf<Faceted>(faceted)).items).toEqual(items);
      const headersOf = ({ headers }: Response, ...wanted: string[]) => wanted.map((name) => headers.get(name));
      expect(headersOf(faceted, 'Link', 'Vary')).toEqual(headersOf(plain, 'Link', 'Vary'));
      expect(headersOf(plain, 'Content-Type', 'Preference-Applied')).toEqual(['application/json', null]);
      const total = String((await list(new URLSearchParams('sex=male'))).length);
      expect(headersOf(faceted, 'Content-Type', 'Preference-Applied', 'X-Total-Count', 'Vary')).toEqual([
        facetsType,
        'count=facets',
        total,
        'Accept, Accept-Encoding, Prefer',
      ]);
      const unaccepted = await get('sex=male&limit=2', { ...preference, Accept: 'application/json' });
      expect(headersOf(unaccepted, 'Content-Type', 'Preference-Applied')).toEqual(['application/json', null]);
      expect(await bodyOf<object[]>(unaccepted)).toEqual(items);
      const known = { ...preference, 'If-None-Match': faceted.headers.get('ETag') ?? '' };
      expect((await get('sex=male&limit=2', known)).status).toBe(304);
      expect(plain.headers.get('ETag')).not.toBe(faceted.headers.get('ETag'));
    });

    test('a response has what was preferred, however often another form of it was read', async () => {
      const seen: string[] = [];
      for (let round = 0; round < 3; round++) {
        for (const headers of [{}, preference, { Prefer: 'count=exact' }] as Record<string, string>[]) {
          const { headers: sent } = await get('limit=1', headers);
          seen.push(`${sent.get('Preference-Applied')} ${sent.get('Content-Type')}`);
        }
      }
      const round = ['null application/json', `count=facets ${facetsType}`, 'count=exact application/json'];
      expect(seen).toEqual([...round, ...round, ...round]);
    });

    test('a client that leaves takes nobody with it who asks for the same', async () => {
      const leaving = new AbortController();
      const path = '/v1/listings?limit=1';
      const left = service.fetch(path, { headers: preference, signal: leaving.signal });
      const stayed = get('limit=1');
      leaving.abort();
      expect((await stayed).status).toBe(200);
      await left;
    });

    test('together with int64=string all integers are strings', async () => {
      const big = '9007199254740993';
      await service.post('/v1/listings', `{"name":"Big","categoryId":${big},"profile":{"species":"Whale"}}`);
      const response = await get('species=Whale', { Prefer: 'count=facets, int64=string' });
      expect(response.headers.get('Preference-Applied')).toBe('count=facets, int64=string');
      const text = await response.text();
      expect(text).toContain(`"categoryId":{"isComplete":true,"values":[{"value":"${big}","count":"1"}]}`);
      expect(text).toContain(`"category":{"id":"${big}"}`);
      expect(await (await get('species=Whale')).text()).toContain(`{"value":${big},"count":1}`);
    });

    test('other lists ignore the preference', async () => {
      const response = await service.fetch('/v1/pets?limit=1', { headers: preference });
      expect(await bodyOf<object[]>(response)).toBeArrayOfSize(1);
      expect(response.headers.get('Preference-Applied')).toBeNull();
    });
  });
});
