import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { petStatuses } from '../../../contract/pet.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';

let service: TestApp;

async function add(fields: object = {}): Promise<PetBody> {
  return await bodyOf(await service.post('/v1/pets', JSON.stringify({ name: 'Frank', categoryId: 3, ...fields })));
}

const get = (id: number, headers = {}) => service.fetch(`/v1/pets/${id}`, { headers });
const patch = (id: number, body: unknown, headers = {}) => service.send('PATCH', `/v1/pets/${id}`, body, headers);
/** Of nginx, Apache, Apache with Brotli, other versions of it, and two in a row. */
const asProxiesMake = ['W/"ETAG"', '"ETAG-gzip"', '"ETAG-br"', '"ETAG;gzip"', 'W/"ETAG-gzip"'];
const remove = (id: number, headers = {}) => service.fetch(`/v1/pets/${id}`, { method: 'DELETE', headers });

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  describe('If-None-Match', () => {
    test.each(['*', '"other", ETAG', 'W/ETAG'])('%s prevents a change of a matching resource', async (header) => {
      const { id } = await add();
      const etag = (await get(id)).headers.get('ETag') ?? '';
      const headers = { 'If-None-Match': header.replace('ETAG', etag) };
      expect(await refusal(await patch(id, { name: 'Overwritten' }, headers))).toBe('412 precondition_failed');
      expect(await refusal(await remove(id, headers))).toBe('412 precondition_failed');
      expect(await bodyOf(await get(id))).toMatchObject({ name: 'Frank' });
    });

    test('allows a change of a resource that does not match, with a full response', async () => {
      const { id } = await add();
      const changed = await patch(id, { name: 'Rex' }, { 'If-None-Match': '"other"' });
      expect([changed.status, await changed.json()]).toMatchObject([200, { name: 'Rex' }]);
      const same = await patch(id, { name: 'Max' }, { 'If-None-Match': '"other"', 'If-Match': '*' });
      expect(same.status).toBe(200);
    });

    test('prevents ending an order, and adding an animal to the existing collection', async () => {
      const { id } = await add();
      const order = await bodyOf<{ id: number }>(await service.post('/v1/store/orders', `{"petId":${id}}`));
      const headers = { 'If-None-Match': '*' };
      const completed = await service.fetch(`/v1/store/orders/${order.id}/complete`, { method: 'POST', headers });
      expect(await refusal(completed)).toBe('412 precondition_failed');
      expect(await bodyOf(await service.fetch(`/v1/store/orders/${order.id}`))).toMatchObject({ status: 'placed' });
      const added = await service.post('/v1/pets', '{"name":"None","categoryId":1}', headers);
      expect(await refusal(added)).toBe('412 precondition_failed');
    });
  });

  describe('updatePet', () => {
    test.each([
      [{ name: 'Rex' }, { name: 'Rex', categoryId: 3, status: 'available' }],
      [{ categoryId: -4 }, { name: 'Frank', categoryId: -4, status: 'available' }],
      [{ status: 'pending' }, { name: 'Frank', categoryId: 3, status: 'pending' }],
      [
        { name: 'Rex', categoryId: 9, status: 'sold' },
        { name: 'Rex', categoryId: 9, status: 'sold' },
      ],
      [{}, { name: 'Frank', categoryId: 3, status: 'available' }],
    ])('changes only the fields of %j', async (changes, expected) => {
      const { id } = await add();
      const response = await patch(id, changes);
      expect([response.status, await bodyOf(response)]).toEqual([200, { id, ...expected }]);
      expect(await bodyOf(await get(id))).toEqual({ id, ...expected } as PetBody);
    });

    test('keeps every 64-bit integer exact', async () => {
      const { id } = await add();
      const answered = await (await patch(id, '{"categoryId":-9223372036854775808}')).text();
      expect(answered).toContain('"categoryId":-9223372036854775808');
      expect(await (await get(id)).text()).toBe(answered);
    });
  });

  describe('deletePet', () => {
    test('removes the animal permanently, with an empty response', async () => {
      const { id } = await add();
      const response = await remove(id);
      expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([204, '', null]);
      expect(await refusal(await get(id))).toBe('404 pet_not_found');
      expect(await refusal(await remove(id))).toBe('404 pet_not_found');
      expect(await refusal(await patch(id, {}))).toBe('404 pet_not_found');
      expect((await add()).id).toBeGreaterThan(id);
    });

    test('removes the animal for one of many concurrent requests', async () => {
      const { id } = await add();
      const removals = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
      expect(removals.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
    });
  });

  describe('If-Match', () => {
    const tagOf = async (id: number) => (await get(id)).headers.get('ETag') ?? '';

    test('allows a change by a client with the current animal', async () => {
      const { id } = await add();
      const changed = await patch(id, { name: 'Rex' }, { 'If-Match': await tagOf(id) });
      const tag = changed.headers.get('ETag') ?? '';
      expect([changed.status, tag]).toEqual([200, await tagOf(id)]);
      expect((await patch(id, { name: 'Max' }, { 'If-Match': `"other", ${tag}` })).status).toBe(200);
      expect((await patch(id, { name: 'Ben' }, { 'If-Match': '*' })).status).toBe(200);
      expect((await remove(id, { 'If-Match': await tagOf(id) })).status).toBe(204);
    });

    test('accepts the ETag of the response that has added the resource, which is that of reading it', async () => {
      const made = await service.post('/v1/pets', '{"name":"New","categoryId":1}');
      const tag = made.headers.get('ETag') ?? '';
      const { id } = await bodyOf<PetBody>(made);
      for (const [path, body] of [
        ['/v1/listings', '{"name":"New","categoryId":1,"profile":{"tags":["b","a"]}}'],
        ['/v1/store/orders', `{"petId":${(await add()).id}}`],
        ['/v1/inquiries', `{"petId":${id},"name":"Ada","phone":"1","message":"Hi"}`],
      ] as const) {
        const { status, headers } = await service.post(path, body);
        const read = await service.fetch(headers.get('Location')?.slice(origin.length) ?? '');
        expect([path, status, headers.get('ETag')]).toEqual([path, 201, read.headers.get('ETag')]);
      }
      expect(tag).toBe(await tagOf(id));
      expect((await patch(id, { name: 'Rex' }, { 'If-Match': tag })).status).toBe(200);
      expect((await patch(id, { name: 'Max' }, { 'If-Match': tag })).status).toBe(412);
    });

    test('accepts the ETag of a list that contains only the animal', async () => {
      const { id } = await add();
      const listTag = async () => (await service.fetch(`/v1/pets?id=${id}`)).headers.get('ETag') ?? '';
      const stale = await listTag();
      expect((await patch(id, { name: 'Rex' }, { 'If-Match': stale })).status).toBe(200);
      expect(await refusal(await patch(id, { name: 'Max' }, { 'If-Match': stale }))).toBe('412 precondition_failed');
      expect((await remove(id, { 'If-Match': await listTag() })).status).toBe(204);
    });

    test.each(asProxiesMake)('and If-None-Match understand the ETag as a proxy has made it: %s', async (form) => {
      const { id } = await add();
      const tag = async (preference = {}) =>
        form.replace('ETAG', ((await get(id, preference)).headers.get('ETag') ?? '').slice(1, -1));
      const read = async (headers: Record<string, string>) => (await get(id, headers)).status;
      expect([await read({ 'If-None-Match': await tag() }), await read({ 'If-Match': await tag() })]).toEqual([
        304, 200,
      ]);
      const stale = await tag();
      expect((await patch(id, { name: 'Rex' }, { 'If-Match': stale })).status).toBe(200);
      expect([await read({ 'If-None-Match': stale }), await read({ 'If-Match': stale })]).toEqual([200, 412]);
      const late = await patch(id, { name: 'Max' }, { 'If-Match': stale });
      expect(await bodyOf(late)).toMatchObject({
        code: 'precondition_failed',
        message: 'The resource does not match If-Match. Nothing was changed; read it again and repeat the change.',
      });
      expect((await patch(id, { name: 'Max' }, { 'If-None-Match': await tag() })).status).toBe(412);
      expect((await remove(id, { 'If-Match': `"other", ${await tag({ Prefer: 'int64=string' })}` })).status).toBe(204);
    });

    test('prevents overwriting another change', async () => {
      const { id } = await add();
      const stale = await tagOf(id);
      await patch(id, { name: 'Rex' });
      for (const tag of [stale, `W/${stale}`, stale.replace(/"$/, '-gzip"'), 'W/*', 'nonsense', '']) {
        expect(await refusal(await patch(id, { name: 'Max' }, { 'If-Match': tag }))).toBe('412 precondition_failed');
        expect(await refusal(await remove(id, { 'If-Match': tag }))).toBe('412 precondition_failed');
      }
      expect(await bodyOf(await get(id))).toMatchObject({ name: 'Rex' });
    });

    test('adds nothing to a collection, which has no version, unless it is *', async () => {
      const total = () => service.count('/v1/pets?limit=1');
      const page = (await service.fetch('/v1/pets')).headers.get('ETag') ?? '';
      const before = await total();
      for (const tag of ['"stale"', page, '']) {
        const added = await service.post('/v1/pets', '{"name":"None","categoryId":1}', { 'If-Match': tag });
        expect(await refusal(added)).toBe('412 precondition_failed');
      }
      expect(await total()).toBe(before);
      const added = await service.post('/v1/pets', '{"name":"One","categoryId":1}', { 'If-Match': '*' });
      expect(added.status).toBe(201);
    });

    test('allows one of many concurrent changes with the same ETag', async () => {
      const { id } = await add();
      const tag = await tagOf(id);
      const change = (_: unknown, index: number) => patch(id, { name: `Name ${index}` }, { 'If-Match': tag });
      const answers = await Promise.all(Array.from({ length: 20 }, change));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
    });
  });

  onOneEngine(engine, () => {
    describe('updatePet', () => {
      test('accepts a merge patch with its own media type, and lists the supported types', async () => {
        const { id } = await add();
        const taken = await patch(id, { name: 'Rex' }, { 'Content-Type': 'application/merge-patch+json' });
        const refused = await patch(id, { name: 'Rex' }, { 'Content-Type': 'application/json-patch+json' });
        expect([taken.status, refused.status]).toEqual([200, 415]);
        expect(refused.headers.get('Accept-Patch')).toBe('application/json, application/merge-patch+json');
      });

      test('rejects a field that cannot have the value, and changes nothing', async () => {
        const pet = await add();
        const nulls = ['name', 'categoryId', 'status', 'id'].map((name) => ({ [name]: null }));
        for (const body of [...nulls, { id: '1' }, { name: '' }]) {
          expect([body, await refusal(await patch(pet.id, body))]).toEqual([body, '400 validation_failed']);
        }
        expect(await bodyOf(await get(pet.id))).toEqual(pet);
      });

      test('rejects the id of another animal, and changes neither', async () => {
        const [pet, other] = [await add(), await add()];
        const answer = await patch(pet.id, { ...other, name: 'Rex' });
        expect(await bodyOf<object>(answer)).toMatchObject({
          status: 400,
          code: 'validation_failed',
          message: `Invalid request body. id must be ${pet.id}, as in the path.`,
        });
        expect([await bodyOf(await get(pet.id)), await bodyOf(await get(other.id))]).toEqual([pet, other]);
      });

      test('allows every change of status except from sold to pending', async () => {
        const allowed: string[] = [];
        for (const [from, to] of petStatuses.flatMap((from) => petStatuses.map((to) => [from, to] as const))) {
          const pet = await add({ status: from });
          const response = await patch(pet.id, { name: 'Rex', status: to });
          if (response.ok) {
            expect(await bodyOf(response)).toEqual({ ...pet, name: 'Rex', status: to });
            if (from !== to) allowed.push(`${from} ${to}`);
            continue;
          }
          expect(await refusal(response)).toBe('409 invalid_transition');
          expect(await bodyOf(await get(pet.id))).toEqual(pet);
        }
        const expected = 'available pending, available sold, pending available, pending sold, sold available';
        expect(allowed.join(', ')).toBe(expected);
      });
    });
  });
});
