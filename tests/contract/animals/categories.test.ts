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
