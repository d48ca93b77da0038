import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;

const get = (id: number | string) => service.fetch(`/v1/categories/${id}`);
const put = (id: number | string, body: unknown, headers = {}) =>
  service.send('PUT', `/v1/categories/${id}`, body, headers);

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('naming a number responds with 201, renaming it with 200', async () => {
    const made = await put(3, { name: 'Dogs' });
    const renamed = await put(3, { name: 'Hounds' });
    expect([made.status, await made.json()]).toEqual([201, { id: 3, name: 'Dogs' }]);
    expect([renamed.status, await renamed.json()]).toEqual([200, { id: 3, name: 'Hounds' }]);
    const found = await get(3);
    expect([found.status, await found.json()]).toEqual([200, { id: 3, name: 'Hounds' }]);
    expect(found.headers.get('ETag')).toBe(renamed.headers.get('ETag'));
  });

  test('If-None-Match: * names only a number that has no name', async () => {
    const headers = { 'If-None-Match': '*' };
    expect((await put(77, { name: 'Cats' }, headers)).status).toBe(201);
    expect(await refusal(await put(77, { name: 'Overwritten' }, headers))).toBe('412 precondition_failed');
    expect(await bodyOf<object>(await get(77))).toEqual({ id: 77, name: 'Cats' });
  });

  test('every 64-bit number is stored exactly', async () => {
    for (const id of ['-9223372036854775808', '9223372036854775807', '0', '-1']) {
      expect(await (await put(id, { name: 'Cats' })).text()).toBe(`{"id":${id},"name":"Cats"}`);
      expect(await (await get(id)).text()).toBe(`{"id":${id},"name":"Cats"}`);
    }
  });

  test('If-Match prevents overwriting another change, and creating a category', async () => {
    const tag = (await put(8, { name: 'Fish' })).headers.get('ETag') ?? '';
    expect((await put(8, { name: 'Fishes' }, { 'If-Match': tag })).status).toBe(200);
    expect(await refusal(await put(8, { name: 'Late' }, { 'If-Match': tag }))).toBe('412 precondition_failed');
    expect(await refusal(await put(9, { name: 'New' }, { 'If-Match': '*' }))).toBe('412 precondition_failed');
    expect((await get(9)).status).toBe(404);
  });

  test('many concurrent requests to name a number all succeed, and one of them creates the category', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => put(100, { name: `Name ${index}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
  });

  test('the filter id lists the requested numbers that have a name', async () => {
    for (const id of [-5, 41, 42]) await put(id, { name: `Number ${id}` });
    const listed = await service.fetch('/v1/categories?id=42&id=-5&id=43&id=42');
    expect(await bodyOf<object[]>(listed)).toEqual([
      { id: -5, name: 'Number -5' },
      { id: 42, name: 'Number 42' },
    ]);
    expect(listed.headers.get('Link')).toBeNull();
    expect(await service.count('/v1/categories?id=42&id=43')).toBe(1);
    const many = Array.from({ length: 30 }, (_, index) => `id=${200 + index}`);
    for (let id = 200; id < 230; id++) await put(id, { name: 'Many' });
    expect(await bodyOf<object[]>(await service.fetch(`/v1/categories?${many.join('&')}`))).toHaveLength(30);
  });

  test('lists categories in pages by ascending number, including negative ones, and counts them', async () => {
    for (const id of [-20, -10, 1_000, 2_000]) await put(id, { name: `Number ${id}` });
    const listed = await readPages<{ id: number }>((path) => service.fetch(path), '/v1/categories?limit=3');
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(ids).toEqual(expect.arrayContaining([-20, -10, 1_000, 2_000]));
    expect(await service.count('/v1/categories?limit=1')).toBe(ids.length);
  });

  test('an animal may have a number without a name', async () => {
    expect((await service.post('/v1/pets', '{"name":"Frank","categoryId":4711}')).status).toBe(201);
    expect(await refusal(await get(4711))).toBe('404 category_not_found');
  });

  test('a merge moves all animals in bounded steps, tells of each, and removes the name with the last', async () => {
    for (const [id, name] of [
      [300, 'Hounds'],
      [301, 'Dogs'],
    ] as const)
      await put(id, { name });
    const add = () => service.post('/v1/pets', '{"name":"Frank","categoryId":300}');
    const added = await Promise.all(Array.from({ length: 501 }, add));
    const { id: last } = await bodyOf<{ id: number }>(added.at(-1) ?? new Response());
    await service.untilSettled();
    const [newest] = await bodyOf<{ id: number }[]>(await service.fetch('/v1/events?sort=-id&limit=1'));
    const tag = (await service.fetch(`/v1/pets/${last}`)).headers.get('ETag') ?? '';
    const retry = { 'Idempotency-Key': 'step-1' };
    const steps = [];
    for (const headers of [retry, retry, {}]) {
      steps.push(await bodyOf<object>(await service.send('POST', '/v1/categories/300/merge-into/301', '', headers)));
    }
    const first = { moved: 500, hasMore: true };
    expect(steps).toEqual([first, first, { moved: 1, hasMore: false }]);
    expect([await service.count('/v1/pets?categoryId=300'), await service.count('/v1/pets?categoryId=301')]).toEqual([
      0, 501,
    ]);
    expect((await get(300)).status).toBe(404);
    const stale = await service.send('PATCH', `/v1/pets/${last}`, { name: 'Late' }, { 'If-Match': tag });
    expect(await refusal(stale)).toBe('412 precondition_failed');
    expect(await refusal(await service.post('/v1/categories/300/merge-into/301', ''))).toBe('404 category_not_found');
    await service.untilSettled();
    type Told = { type: string; petId?: number; category?: object; changes?: object; pet?: { categoryId: number } };
    const told = await readPages<Told>((path) => service.fetch(path), `/v1/events?after=${newest?.id}&limit=100`);
    expect(new Set(told.slice(0, -1).map(({ petId }) => petId)).size).toBe(501);
    expect(told.at(-1)).toMatchObject({ type: 'category.deleted', category: { id: 300, name: 'Hounds' } });
    expect(told.at(-2)).toMatchObject({
      type: 'pet.updated',
      pet: { categoryId: 301 },
      changes: [{ field: 'categoryId', from: '300', to: '301' }],
    });
    const { categories } = await bodyOf<{ categories: { categoryId: number; available: number }[] }>(
      await service.fetch('/v1/store/inventory?groupBy=category'),
    );
    expect(categories.filter(({ categoryId }) => categoryId === 300 || categoryId === 301)).toMatchObject([
      { categoryId: 301, available: 501 },
    ]);
  });

  test('only a category with a name takes the animals of another one, which needs none', async () => {
    await service.post('/v1/pets', '{"name":"Frank","categoryId":310}');
    const merge = (id: number, into: number) => service.post(`/v1/categories/${id}/merge-into/${into}`, '');
    expect(await refusal(await merge(310, 311))).toBe('404 category_not_found');
    expect(await refusal(await merge(310, 310))).toBe('400 validation_failed');
    await put(311, { name: 'Dogs' });
    expect(await bodyOf<object>(await merge(310, 311))).toEqual({ moved: 1, hasMore: false });
    expect(await refusal(await merge(310, 311))).toBe('404 category_not_found');
  });

  test('a category is removed once it has no animals', async () => {
    await put(320, { name: 'Fish' });
    const pet = await bodyOf<{ id: number }>(await service.post('/v1/pets', '{"name":"Frank","categoryId":320}'));
    const remove = () => service.send('DELETE', '/v1/categories/320');
    expect(await refusal(await remove())).toBe('409 category_in_use');
    await service.send('DELETE', `/v1/pets/${pet.id}`);
    expect([(await remove()).status, (await get(320)).status, (await remove()).status]).toEqual([204, 404, 404]);
  });

  test('a new animal has the species that the name of its category tells, unless the request says another', async () => {
    await put(501, { name: 'Small dogs' });
    await put(502, { name: 'Katzen' });
    await put(503, { name: 'Dogs and cats' });
    const add = (path: string, body: object) => service.send('POST', path, { name: 'Luna', ...body });
    const speciesOf = async (answer: Response) => {
      const { id } = await bodyOf<{ id: number }>(answer);
      const read = await bodyOf<{ profile: { species?: string } }>(await service.fetch(`/v1/listings/${id}`));
      return read.profile.species;
    };
    const alone = await add('/v1/pets', { categoryId: 501 });
    expect(await alone.clone().text()).toMatch(/^{"id":\d+,"name":"Luna","categoryId":501,"status":"available"}$/);
    const together = await Promise.all([501, 502, 503, 504].map((categoryId) => add('/v1/pets', { categoryId })));
    const listed = [{}, { sex: 'female' }, { species: 'Wolf' }].map((profile) => ({ categoryId: 501, profile }));
    const answers = [alone, ...together, ...(await Promise.all(listed.map((one) => add('/v1/listings', one))))];
    const species = await Promise.all(answers.map(speciesOf));
    expect(species).toEqual(['Dog', 'Dog', 'Katze', undefined, undefined, 'Dog', 'Dog', 'Wolf']);
    const found = await service.fetch('/v1/listings?species=katze');
    expect(await bodyOf<object>(found)).toMatchObject([{ category: { id: 502 } }]);
  });

  test('an animal of an import has the species that its category tells', async () => {
    const { id } = await bodyOf<{ id: number }>(
      await service.send('POST', '/v1/imports', { fileName: 'animals.csv', rows: 2 }),
    );
    const added = ['', 'Hare'].map((species, row) => ({
      ...{ row: row + 1, categoryName: 'Rabbits' },
      add: { name: 'Hoppel', categoryId: 510, ...(species !== '' && { profile: { species } }) },
    }));
    expect((await service.send('POST', `/v1/imports/${id}/animals`, { rows: added })).status).toBe(200);
    const items = await bodyOf<object[]>(await service.fetch('/v1/listings?categoryId=510'));
    expect(items).toMatchObject([{ profile: { species: 'Rabbit' } }, { profile: { species: 'Hare' } }]);
  });

  onOneEngine(engine, () => {
    test('a category can be sent back as it was read, but not under another number', async () => {
      await put(5, { name: 'Birds' });
      const read = await (await get(5)).text();
      expect(await (await put(5, read)).text()).toBe(read);
      expect(await refusal(await put(6, read))).toBe('400 validation_failed');
      expect(await refusal(await get(6))).toBe('404 category_not_found');
    });

    test.each(['{}', '{"name":""}', '{"name":"  "}', '{"name":null}', '{"name":"a","more":1}'])(
      'the body %s is rejected',
      async (body) => {
        expect(await refusal(await put(7, body))).toBe('400 validation_failed');
        expect((await get(7)).status).toBe(404);
      },
    );

    test('a filter rejects what is no 64-bit integer', async () => {
      const values = ['', 'x', '1.0', '05', '9223372036854775808', '1&categoryId=2'];
      for (const query of ['categories?id=dog', ...values.map((value) => `pets?categoryId=${value}`)]) {
        const response = await service.fetch(`/v1/${query}`);
        expect([query, await refusal(response)]).toEqual([query, '400 invalid_parameter']);
      }
    });
  });
});
