import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { foldProfiles } from '../../../src/animals/profiles/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makePng } from '../../support/data/images.ts';
import { as, iso, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type ListingBody, type PetBody, type ProfileBody, refusal } from '../../support/http/body.ts';
import { nextCursor, readPages } from '../../support/http/pages.ts';

let service: TestApp;

const send: TestApp['send'] = (method, path, body) => service.send(method, `/v1${path}`, body);
const walk = (query: string) => readPages<ListingBody>((path) => service.fetch(path), `/v1/listings?${query}`);

const gzip = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const codingOf = ({ headers }: Response) => headers.get('Content-Encoding');
const tagOf = ({ headers }: Response) => headers.get('ETag') ?? '';
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const unpack = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(Bun.gunzipSync(bytes));
const readListings = (headers: Record<string, string>, path = '/v1/listings?limit=50', method = 'GET') =>
  service.fetch(path, { method, headers });

/** One of the words, or nothing. */
const pick = <Word>(words: readonly Word[], index: number) => words[index % (words.length + 1)];

function profileFor(index: number): ProfileBody {
  if (index % 7 === 0) return {};
  const species = pick([index % 5 === 3 ? ' cAT' : 'Cat', 'Dog'], index);
  const sex = pick(['female', 'male', 'unknown'], index);
  const size = pick(['small', 'large'], Math.floor(index / 3));
  const goodWith = { children: index % 2 === 0, dogs: index % 3 === 0 };
  const tags = ['calm', 'indoor', 'old & wise'].filter((_, place) => (index >> place) % 2 === 0);
  const breed = pick(['Weiße Schäfer', 'WEISSE  Schafer', 'Кот'], index);
  const birthDate = `20${10 + (index % 3)}-${['01', '06', '12'][index % 5] ?? '03'}-15`;
  const birthDatePrecision = ['day', 'month', 'year'][index % 4];
  const born = birthDatePrecision && { birthDate, birthDatePrecision };
  const dates = { ...born, ...(index % 6 > 1 && { arrivedOn: `2026-01-${10 + (index % 20)}` }) };
  const flags = { ...(index % 3 > 0 && { neutered: index % 3 > 1 }), houseTrained: index % 2 === 0 };
  const known = { ...(species && { species }), ...(sex && { sex }), ...(size && { size }), ...(breed && { breed }) };
  return { ...known, ...dates, ...flags, goodWith, tags, location: `Place ${index % 3}` };
}

describe.each(engines)('on $name', (engine) => {
  const all: ListingBody[] = [];
  beforeAll(async () => {
    service = await startApp({}, engine);
    await send('PUT', '/categories/1', { name: 'Quiet ones' });
    for (let index = 0; index < 70; index++) {
      service.now += 1_000;
      const status = ['available', 'pending', 'sold'][index % 3];
      const draft = { name: `Pet ${index}`, categoryId: 1 + (index % 2), status };
      const { id } = await bodyOf<PetBody>(await send('POST', '/pets', draft));
      await send('PUT', `/pets/${id}/profile`, profileFor(index));
    }
    all.push(...(await walk('limit=100')));
  });
  afterAll(() => service.close());

  test('a listing has the animal, the name of its category, its profile and its times', async () => {
    const startedAt = service.now;
    const { id } = await bodyOf<PetBody>(await send('POST', '/pets', { name: 'Luna', categoryId: 1 }));
    const get = async () => await bodyOf<ListingBody>(await service.fetch(`/v1/listings/${id}`));
    const times = (createdAt: number, updatedAt: number, statusSince: number) => ({
      ...{ createdAt: iso(createdAt), updatedAt: iso(updatedAt), statusSince: iso(statusSince) },
    });
    const animal = { id, name: 'Luna', category: { id: 1, name: 'Quiet ones' }, status: 'available', photos: [] };
    expect(await get()).toEqual({ ...animal, profile: {}, ...times(startedAt, startedAt, startedAt) });
    service.now += 5_000;
    await send('PATCH', `/pets/${id}/profile`, { breed: 'Persian', tags: ['b', 'a'] });
    const profile = { breed: 'Persian', tags: ['a', 'b'] };
    expect(await get()).toEqual({ ...animal, profile, ...times(startedAt, startedAt + 5_000, startedAt) });
    service.now += 5_000;
    await send('PATCH', `/pets/${id}`, { status: 'sold', categoryId: 99 });
    const now = startedAt + 10_000;
    const left = { ...profile, outcomeType: 'adoption', outcomeOn: iso(now).slice(0, 10) };
    const changed = { ...animal, profile: left, category: { id: 99 }, status: 'sold', ...times(startedAt, now, now) };
    expect(await get()).toEqual(changed);
    expect(await walk(`id=${id}`)).toEqual([changed]);
    expect((await service.fetch(`/v1/pets/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await refusal(await service.fetch(`/v1/listings/${id}`))).toBe('404 pet_not_found');
    expect(await walk(`id=${id}`)).toEqual([]);
  });

  test('photos are those of the animal, in their order', async () => {
    const { id } = await bodyOf<PetBody>(await send('POST', '/pets', { name: 'Photographed', categoryId: 1 }));
    const { id: other } = await bodyOf<PetBody>(await send('POST', '/pets', { name: 'Beside', categoryId: 1 }));
    for (const [index, petId] of [id, other, id].entries()) {
      const image = makePng(330, 20, () => [index * 90, 10, 10]);
      const added = await service.post(`/v1/pets/${petId}/photos`, image, { 'Content-Type': 'image/png' });
      expect(added.status).toBe(201);
    }
    service.now += 1_000;
    const [first] = await bodyOf<{ id: number }[]>(await service.fetch(`/v1/pets/${id}/photos`));
    await send('PATCH', `/pets/${id}/photos/${first?.id}`, { position: 1, alternativeText: 'Asleep' });
    const photosOf = async (petId: number) => await bodyOf<object[]>(await service.fetch(`/v1/pets/${petId}/photos`));
    const shown = await walk(`id=${other}&id=${id}`);
    expect(shown.map(({ photos }) => photos)).toEqual([await photosOf(id), await photosOf(other)]);
    expect(shown.map(({ photos }) => photos.length)).toEqual([2, 1]);
    expect(shown[0]?.photos).toMatchObject([{ alternativeText: '' }, { id: first?.id, alternativeText: 'Asleep' }]);
    expect(shown[0]?.updatedAt).toBe(iso(service.now));
    const [alone] = shown;
    expect(await bodyOf<object>(await service.fetch(`/v1/listings/${id}`))).toEqual({ ...alone });
    for (const petId of [id, other]) await service.fetch(`/v1/pets/${petId}`, { method: 'DELETE' });
  });

  const isCat = ({ profile }: ListingBody) => profile.species?.trim().toLowerCase() === 'cat';
  const isShepherd = ({ profile }: ListingBody) => profile.breed?.startsWith('W') === true;
  /** The first day on which the animal can have been born; nothing where that is unknown. */
  const bornOn = ({ profile: { birthDate = '', birthDatePrecision } }: ListingBody) => {
    const known = { year: 4, month: 7 }[birthDatePrecision ?? ''] ?? 10;
    return `${birthDate.slice(0, known)}-01-01`.slice(birthDate === '' ? 10 : 0, 10);
  };
  const has = (profile: ProfileBody, ...tags: string[]) => tags.every((tag) => profile.tags?.includes(tag));
  const filters: [string, (listing: ListingBody) => boolean][] = [
    ['', () => true],
    ['status=sold', ({ status }) => status === 'sold'],
    ['categoryId=2', ({ category }) => category.id === 2],
    ['categoryId=2&status=pending', ({ category, status }) => category.id === 2 && status === 'pending'],
    ['species=Cat', isCat],
    ['species=Cat&sex=male', (listing) => isCat(listing) && listing.profile.sex === 'male'],
    [
      'species=CAT%20&species=dog&status=sold&status=pending',
      ({ profile, status }) => profile.species !== undefined && status !== 'available',
    ],
    [
      'status=available&status=sold&status=pending&sex=male&sex=female',
      ({ profile: { sex = 'unknown' } }) => sex !== 'unknown',
    ],
    ['breed=weisse-SCHÄFER', isShepherd],
    [
      'breed=weisse%20schafer&breed=%D0%BA%D0%BE%D1%82&location=PLACE%201',
      ({ profile }) => profile.breed !== undefined && profile.location === 'Place 1',
    ],
    ['neutered=false&houseTrained=true', ({ profile }) => profile.neutered === false && profile.houseTrained === true],
    ['bornBefore=2012-01-01', (listing) => bornOn(listing) !== '' && bornOn(listing) < '2012-01-01'],
    [
      'bornAfter=2011-06-15&bornBefore=2012-06-15',
      (listing) => bornOn(listing) > '2011-06-15' && bornOn(listing) < '2012-06-15',
    ],
    ['arrivedAfter=2026-01-20', ({ profile: { arrivedOn = '' } }) => arrivedOn > '2026-01-20'],
    ['species=Dog&status=available', ({ profile, status }) => profile.species === 'Dog' && status === 'available'],
    ['sex=unknown', ({ profile }) => profile.sex === 'unknown'],
    ['size=small&categoryId=1', ({ profile, category }) => profile.size === 'small' && category.id === 1],
    ['goodWith=children', ({ profile }) => profile.goodWith?.['children'] === true],
    [
      'goodWith=children&goodWith=dogs',
      ({ profile: { goodWith } }) => goodWith?.['children'] === true && goodWith['dogs'] === true,
    ],
    ['goodWith=cats', () => false],
    ['tag=calm', ({ profile }) => has(profile, 'calm')],
    ['tag=old+%26+wise&tag=indoor', ({ profile }) => has(profile, 'old & wise', 'indoor')],
    [
      'tag=calm&status=available&species=Cat&sex=female',
      (listing) =>
        has(listing.profile, 'calm') &&
        listing.status === 'available' &&
        isCat(listing) &&
        listing.profile.sex === 'female',
    ],
    ['species=cats', () => false],
  ];
  test.each(filters)(
    '%p shows all matching animals, by ascending id, page by page, and counts them',
    async (query, matches) => {
      const expected = all.filter(matches);
      expect(all).toHaveLength(70);
      for (const limit of [9, 100]) expect(await walk(`limit=${limit}&${query}`)).toEqual(expected);
      expect(await service.count(`/v1/listings?limit=1&${query}`)).toBe(expected.length);
      const ids = all.slice(10, 30).map(({ id }) => `id=${id}`);
      expect(await walk(`${ids.join('&')}&${query}`)).toEqual(all.slice(10, 30).filter(matches));
    },
  );

  test('in the order of a date those without it come last, page by page', async () => {
    for (const field of ['birthDate', 'arrivedOn'] as const) {
      const known = all.filter(({ profile }) => profile[field] !== undefined);
      const dateOf = ({ profile }: ListingBody) => profile[field] ?? '';
      const ascending = known.toSorted((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
      const unknown = all.filter(({ profile }) => profile[field] === undefined);
      expect(unknown.length).toBeGreaterThan(10);
      for (const limit of [7, 100]) {
        expect(await walk(`sort=${field}&limit=${limit}`)).toEqual([...ascending, ...unknown]);
        const found = await walk(`sort=-${field}&limit=${limit}&species=cat`);
        const cats = [...ascending, ...unknown].filter(isCat);
        expect(found.map(({ profile }) => profile[field])).toEqual([
          ...cats.flatMap(({ profile }) => profile[field] ?? []).toReversed(),
          ...unknown.filter(isCat).map(() => undefined),
        ]);
      }
    }
  });

  test('profiles of an earlier release are found by other spellings, and by all of their words, when their texts are folded', async () => {
    const { database, store } = service;
    const count = async () =>
      await Promise.all(['species=CAT', 'q=place+2', 'q=old'].map(async (query) => (await walk(query)).length));
    const before = await count();
    expect(Math.min(...before)).toBeGreaterThan(10);
    const words = () => database.run('SELECT pet_id, words FROM pet_texts ORDER BY pet_id');
    const stored = await words();
    await database.run('DELETE FROM spellings');
    await database.run('DELETE FROM pet_texts WHERE pet_id % 2 = 0');
    await database.run("UPDATE pet_texts SET words = 'pet old' WHERE pet_id % 3 = 0");
    expect((await count())[0]).toBe(0);
    expect(await words()).not.toEqual(stored);
    await database.run("INSERT INTO settings (name, value) VALUES ('unfolded_profiles', '0')");
    while (await store.write(foldProfiles, null));
    expect(await count()).toEqual(before);
    expect(await words()).toEqual(stored);
    expect(await database.run("SELECT value FROM settings WHERE name = 'unfolded_profiles'")).toEqual([]);
  });

  test('changedSince shows animals that were changed at that time or later', async () => {
    const [first, second] = all.slice(-2);
    const query = (time = '') => `changedSince=${encodeURIComponent(time)}`;
    expect(await walk(query(first?.updatedAt))).toEqual(all.slice(-2));
    expect(await walk(`${query(second?.updatedAt)}&status=${second?.status}&tag=indoor&tag=calm`)).toEqual(
      all.slice(-1).filter(({ profile }) => has(profile, 'indoor', 'calm')),
    );
    expect(await walk(query('2100-01-01T00:00:00Z'))).toEqual([]);
  });

  test('a cursor belongs to its filters, and an unchanged page needs no body', async () => {
    const page = await service.fetch('/v1/listings?limit=1&tag=calm');
    const cursor = nextCursor(page);
    expect((await service.fetch(`/v1/listings?tag=calm&cursor=${cursor}`)).status).toBe(200);
    expect(await refusal(await service.fetch(`/v1/listings?tag=indoor&cursor=${cursor}`))).toBe('400 invalid_cursor');
    const headers = { 'If-None-Match': page.headers.get('ETag') ?? '' };
    expect((await service.fetch('/v1/listings?limit=1&tag=calm', { headers })).status).toBe(304);
  });

  onOneEngine(engine, () => {
    test.each([
      ['sex=other', 'sex must be one of female, male, unknown.'],
      ['goodWith=birds', 'goodWith must be one of children, dogs, cats, smallAnimals, livestock.'],
      ['tag=', 'tag must have 1 to 50 characters, but has 0.'],
      ['changedSince=yesterday', 'changedSince must be a timestamp'],
      ['changedSince=9999-12-31T23:59:59-14:00', 'changedSince must be a timestamp'],
      ['id=x', 'id must be a 64-bit integer.'],
      ['bornAfter=2026-02-30', 'bornAfter must be a date'],
      ['neutered=1', 'neutered must be true or false.'],
    ])('rejects %p', async (query, message) => {
      const refused = { status: 400, code: 'invalid_parameter', message: expect.stringContaining(message) };
      expect(await refusalOf(await service.fetch(`/v1/listings?${query}`))).toEqual(refused);
    });

    test('a key for a web site shows listings, and nothing else', async () => {
      const headers = as(await service.makeKey('listings:read'));
      const paths = ['/v1/listings', `/v1/listings/${all[0]?.id}`, '/v1/pets', `/v1/pets/${all[0]?.id}/profile`];
      const answers = await Promise.all(paths.map((path) => service.fetch(path, { headers })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
    });

    describe('long pages', () => {
      test.each([{}, { Prefer: 'int64=string' }, { Prefer: 'count=facets' }])(
        'are compressed for who accepts that, and say so: with %j',
        async (preference: Record<string, string>) => {
          for (let round = 0; round < 3; round++) {
            const plain = await readListings(preference);
            const compressed = await readListings({ ...preference, ...gzip });
            expect([plain, compressed].map(({ status }) => status)).toEqual([200, 200]);
            expect([plain, compressed].map(codingOf)).toEqual([null, 'gzip']);
            const vary = 'Accept, Accept-Encoding, Prefer';
            expect([plain, compressed].map(({ headers }) => headers.get('Vary'))).toEqual([vary, vary]);
            for (const name of ['Content-Type', 'Link', 'Preference-Applied', 'X-Total-Count']) {
              expect(compressed.headers.get(name)).toBe(plain.headers.get(name));
            }
            const text = await plain.text();
            expect(text.length).toBeGreaterThan(10_000);
            const bytes = await bytesOf(compressed);
            expect(unpack(bytes)).toBe(text);
            expect(bytes.length).toBeLessThan(text.length / 5);
          }
        },
      );

      test('are not for who does not accept that', async () => {
        for (const accepted of ['', 'br', 'identity, gzip;q=0.5']) {
          const response = await readListings({ 'Accept-Encoding': accepted });
          const plain = [accepted, null, tagOf(await readListings({}))];
          expect([accepted, codingOf(response), tagOf(response)]).toEqual(plain);
          expect(await response.json()).toHaveLength(50);
        }
      });

      test('short ones, and what other operations return, are not', async () => {
        for (const path of ['/v1/listings?limit=1', '/v1/pets?limit=100', '/v1/listings/1', '/v1/keys/self']) {
          expect(codingOf(await readListings(gzip, path))).toBeNull();
        }
      });

      test('have an ETag for either form, by which each is found unchanged', async () => {
        const tags = [tagOf(await readListings({})), tagOf(await readListings(gzip))];
        const statuses = async (header: string) => {
          const asked = tags.flatMap((tag) => [{ [header]: tag }, { ...gzip, [header]: tag }]);
          return await Promise.all(asked.map(async (headers) => (await readListings(headers)).status));
        };
        const [plain = ''] = tags;
        expect(tags).toEqual([plain, plain.replace(/"$/, '-gzip"')]);
        const asText = await readListings({ ...gzip, Prefer: 'int64=string' });
        expect(tagOf(asText)).toBe(plain.replace(/"$/, '-int64-gzip"'));
        // Each plain, then compressed.
        expect(await statuses('If-None-Match')).toEqual([304, 200, 200, 304]);
        expect(await statuses('If-Match')).toEqual([200, 412, 412, 200]);
        const unchanged = await readListings({ ...gzip, 'If-None-Match': `"other", W/${tags[1]}` });
        expect([unchanged.status, tagOf(unchanged), await unchanged.text()]).toEqual([304, tags[1] ?? '', '']);
        expect(unchanged.headers.get('Vary')).toBe('Accept, Accept-Encoding, Prefer');
      });

      test('answer HEAD as GET', async () => {
        const [head, get] = [await readListings(gzip, undefined, 'HEAD'), await readListings(gzip)];
        expect([head.status, codingOf(head), tagOf(head)]).toEqual([200, 'gzip', tagOf(get)]);
      });

      test('are compressed for public keys, too', async () => {
        const origin = 'https://adopt.example';
        const { secret } = await keyCalls(service).make({ role: 'public', origins: [origin] });
        const response = await readListings({ ...as(secret), ...gzip, Origin: origin });
        expect(codingOf(response)).toBe('gzip');
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
        expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding, Prefer, Origin');
        const shown = all.filter(({ status }) => status !== 'sold');
        expect(JSON.parse(unpack(await bytesOf(response)))).toHaveLength(shown.length);
      });
    });
  });
});
