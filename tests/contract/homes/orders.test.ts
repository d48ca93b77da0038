import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

interface OrderBody {
  id: number;
  petId: number;
  status: string;
  createdAt: string;
  updatedAt: string;
  placedBy?: object;
}

const admin = { type: 'key', id: 1, name: 'test' };

let service: TestApp;

async function add(status = 'available'): Promise<number> {
  const response = await service.post('/v1/pets', JSON.stringify({ name: 'Frank', categoryId: 3, status }));
  return (await bodyOf<PetBody>(response)).id;
}

const place = (petId: number | string, headers = {}) => service.post('/v1/store/orders', `{"petId":${petId}}`, headers);
const placed = async (petId: number) => await bodyOf<OrderBody>(await place(petId));
const end = (id: number | string, how: 'complete' | 'cancel' | 'reopen' | 'return', headers = {}) =>
  service.fetch(`/v1/store/orders/${id}/${how}`, { method: 'POST', headers });
const get = (id: number | string) => service.fetch(`/v1/store/orders/${id}`);
const statusOf = async (petId: number) => (await bodyOf<PetBody>(await service.fetch(`/v1/pets/${petId}`))).status;
const change = (petId: number, body: object) => service.send('PATCH', `/v1/pets/${petId}`, body);
const remove = (petId: number) => service.fetch(`/v1/pets/${petId}`, { method: 'DELETE' });

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('placing an order makes the animal pending', async () => {
    const petId = await add();
    const response = await place(petId);
    const order = await bodyOf<OrderBody>(response);
    const moment = new Date(service.now).toISOString();
    expect(response.status).toBe(201);
    expect(response.headers.get('Location')).toEndWith(`/v1/store/orders/${order.id}`);
    const times = { createdAt: moment, updatedAt: moment };
    expect(order).toEqual({ id: order.id, petId, status: 'placed', ...times, placedBy: admin });
    expect(await bodyOf<OrderBody>(await get(order.id))).toEqual(order);
    expect(await statusOf(petId)).toBe('pending');
  });

  test('actions show a key without `orders:read` only what has become of an order', async () => {
    const petId = await add();
    const body = { petId, reference: `W-${petId}`, note: 'Garden' };
    const { id } = await bodyOf<OrderBody>(await service.send('POST', '/v1/store/orders', body));
    const Authorization = `Bearer ${await service.makeKey('orders:write')}`;
    let tag = (await get(id)).headers.get('ETag') ?? '';
    for (const how of ['cancel', 'reopen', 'complete', 'return'] as const) {
      const response = await end(id, how, { Authorization, 'If-Match': tag });
      tag = response.headers.get('ETag') ?? '';
      const names = Object.keys(await bodyOf<OrderBody>(response));
      expect([response.status, names.filter((name) => /reference|note|By$/.test(name))]).toEqual([200, []]);
    }
    expect(await bodyOf<object>(await get(id))).toMatchObject({ ...body, status: 'completed', placedBy: admin });
  });

  test.each([
    ['complete', 'completed', 'sold'],
    ['cancel', 'cancelled', 'available'],
  ] as const)(
    'the action %s makes an order %s and its animal %s, and works only once',
    async (how, status, petStatus) => {
      const petId = await add();
      const order = await placed(petId);
      service.now += 1_000;
      const response = await end(order.id, how);
      const updatedAt = new Date(service.now).toISOString();
      const ended = { ...order, status, updatedAt, endedAt: updatedAt, endedBy: admin };
      expect([response.status, await bodyOf<object>(response)]).toEqual([200, ended]);
      expect(response.headers.get('ETag')).toBe((await get(order.id)).headers.get('ETag'));
      expect(await statusOf(petId)).toBe(petStatus);
      for (const again of ['complete', 'cancel'] as const) {
        expect(await refusal(await end(order.id, again))).toBe('409 order_closed');
      }
      expect(await statusOf(petId)).toBe(petStatus);
    },
  );

  test.each(['complete', 'cancel'] as const)('the action reopen takes back the action %s', async (how) => {
    const petId = await add();
    const order = await placed(petId);
    const tag = (await end(order.id, how)).headers.get('ETag') ?? '';
    await change(petId, { name: 'Rex' });
    service.now += 15 * 60_000;
    const response = await end(order.id, 'reopen', { 'If-Match': tag, 'Idempotency-Key': `reopen-${order.id}` });
    const updatedAt = new Date(service.now).toISOString();
    expect([response.status, await bodyOf<OrderBody>(response)]).toEqual([200, { ...order, updatedAt }]);
    expect(response.headers.get('ETag')).toBe((await get(order.id)).headers.get('ETag'));
    expect(await statusOf(petId)).toBe('pending');
    expect(await refusal(await end(order.id, 'reopen'))).toBe('409 order_not_reopenable');
    expect((await end(order.id, 'reopen', { 'If-Match': tag })).status).toBe(412);
    expect((await end(order.id, 'complete')).status).toBe(200);
  });

  test('an order is not reopened after 15 minutes, or once something has happened to its animal', async () => {
    const after = async (how: 'complete' | 'cancel', then: (petId: number) => unknown) => {
      const petId = await add();
      const { id } = await placed(petId);
      await end(id, how);
      await then(petId);
      const pets = async () => await (await service.fetch('/v1/pets?limit=100')).text();
      const before = await pets();
      expect(await refusal(await end(id, 'reopen'))).toBe('409 order_not_reopenable');
      expect(await pets()).toBe(before);
    };
    await after('complete', () => {
      service.now += 15 * 60_000 + 1;
    });
    await after('complete', (petId) => change(petId, { status: 'available' }));
    await after('cancel', (petId) => remove(petId));
    await after('cancel', (petId) => placed(petId));
    await after('cancel', async (petId) => {
      service.now += 1;
      await change(petId, { status: 'sold' });
      await change(petId, { status: 'available' });
    });
    await after('cancel', async (petId) => await end((await placed(petId)).id, 'cancel'));
  });

  test('an animal that is pending or sold cannot be ordered', async () => {
    for (const status of ['pending', 'sold']) {
      const petId = await add(status);
      expect(await refusal(await place(petId))).toBe('409 pet_not_available');
      expect(await statusOf(petId)).toBe(status);
    }
  });

  test('a missing animal cannot be ordered, and a missing order cannot be ended', async () => {
    expect(await refusal(await place('4711000'))).toBe('404 pet_not_found');
    expect(await refusal(await end(4_711_000, 'complete'))).toBe('404 order_not_found');
    expect(await refusal(await end('x', 'cancel'))).toBe('404 order_not_found');
    expect(await refusal(await get('01'))).toBe('404 order_not_found');
  });

  test('of 50 concurrent orders of an animal one succeeds, and 49 get pet_not_available', async () => {
    const petId = await add();
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(petId)));
    const codes = await Promise.all(answers.map(async (response) => (await bodyOf<{ code?: string }>(response)).code));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(new Set(codes)).toEqual(new Set([undefined, 'pet_not_available']));
    expect(await readPages((path) => service.fetch(path), `/v1/store/orders?petId=${petId}`)).toHaveLength(1);
  });

  test('of many concurrent completions and cancellations of an order one succeeds', async () => {
    const petId = await add();
    const { id } = await placed(petId);
    const endOne = (_: unknown, index: number) => end(id, index % 2 === 0 ? 'complete' : 'cancel');
    const answers = await Promise.all(Array.from({ length: 20 }, endOne));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const { status } = await bodyOf<OrderBody>(await get(id));
    expect(await statusOf(petId)).toBe(status === 'completed' ? 'sold' : 'available');
  });

  describe('while an order is open, its animal', () => {
    test('can be renamed, but not made available, sold or removed', async () => {
      const petId = await add();
      const { id } = await placed(petId);
      for (const changes of [{ status: 'available' }, { status: 'sold' }, { name: 'Rex', status: 'sold' }]) {
        const response = await change(petId, changes);
        expect(await bodyOf<object>(response)).toEqual({
          status: 409,
          code: 'pet_has_open_order',
          message: expect.stringContaining(`order ${id}`),
        });
        const pet = await bodyOf<PetBody>(await service.fetch(`/v1/pets/${petId}`));
        expect(pet).toMatchObject({ name: 'Frank', status: 'pending' });
      }
      expect((await change(petId, { name: 'Rex', status: 'pending' })).status).toBe(200);
      expect(await refusal(await remove(petId))).toBe('409 pet_has_open_order');
      await end(id, 'cancel');
      expect((await remove(petId)).status).toBe(204);
      expect((await get(id)).status).toBe(200);
    });

    test('is not removed or sold by a request that is concurrent with the order', async () => {
      for (let round = 0; round < 10; round++) {
        const petId = await add();
        const sell = () => change(petId, { status: 'sold' });
        const [order, removal, sale] = await Promise.all([place(petId), remove(petId), sell()]);
        if (order.status === 201) {
          expect([removal.status, sale.status]).toEqual([409, 409]);
          expect(await statusOf(petId)).toBe('pending');
        } else {
          // Whichever came first.
          const isRefusedBy = { 404: removal.status === 204, 409: sale.status === 200 };
          expect(isRefusedBy).toHaveProperty(String(order.status), true);
          expect(await readPages((path) => service.fetch(path), `/v1/store/orders?petId=${petId}`)).toEqual([]);
        }
      }
    });
  });

  test('If-Match prevents ending an order that has changed since it was read', async () => {
    const { id } = await placed(await add());
    const tag = (await get(id)).headers.get('ETag') ?? '';
    expect((await end(id, 'cancel', { 'If-Match': tag })).status).toBe(200);
    expect(await refusal(await end(id, 'cancel', { 'If-Match': tag }))).toBe('412 precondition_failed');
    const unquoted = await bodyOf<{ message: string }>(await end(id, 'cancel', { 'If-Match': tag.slice(1, -1) }));
    expect(unquoted.message).toContain('send the ETag with its quotes');
    const added = await bodyOf<{ message: string }>(await place(await add(), { 'If-None-Match': '*' }));
    expect(added.message).toContain('The collection exists and matches If-None-Match. Nothing was added');
  });

  test('lists orders by ascending id, filtered by status and animal, in pages, and counts them', async () => {
    const petId = await add();
    const ofPet: OrderBody[] = [];
    for (let round = 0; round < 7; round++) {
      const order = await placed(petId);
      ofPet.push(round === 6 ? order : await bodyOf<OrderBody>(await end(order.id, 'cancel')));
    }
    const walk = (query: string) =>
      readPages<OrderBody>((path) => service.fetch(path), `/v1/store/orders?limit=3&${query}`);
    const all = await walk('');
    const count = (query: string) => service.count(`/v1/store/orders?limit=1&${query}`);
    expect(await walk(`petId=${petId}`)).toEqual(ofPet);
    expect(await walk(`petId=${petId}&status=cancelled`)).toEqual(ofPet.slice(0, 6));
    expect(await walk(`status=placed&petId=${petId}`)).toEqual(ofPet.slice(6));
    for (const status of ['placed', 'completed', 'cancelled']) {
      const expected = all.filter((order) => order.status === status);
      expect(await walk(`status=${status}`)).toEqual(expected);
      expect(await count(`status=${status}`)).toBe(expected.length);
    }
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((one, other) => one - other));
    expect(await count(`petId=${petId}`)).toBe(7);
  });

  onOneEngine(engine, () => {
    test.each(['{}', '{"petId":"1"}', '{"petId":null}', '{"petId":1,"status":"placed"}', '{"petId":1.5}'])(
      'the body %s is rejected',
      async (body) => {
        expect(await refusal(await service.post('/v1/store/orders', body))).toBe('400 validation_failed');
      },
    );

    test('filters reject invalid values', async () => {
      for (const query of ['status=open', 'petId=x', 'status=placed&status=placed']) {
        expect(await refusal(await service.fetch(`/v1/store/orders?${query}`))).toBe('400 invalid_parameter');
      }
    });
  });
});
