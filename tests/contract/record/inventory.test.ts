import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasUnsequencedEvents, sequenceEvents } from '../../../src/record/events/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { nextCursor, nextPage, readPages } from '../../support/http/pages.ts';
import { until } from '../../support/until.ts';

type Counts = Record<'available' | 'pending' | 'sold', number>;
interface InventoryBody extends Counts {
  categories?: (Counts & { categoryId: number })[];
}

let service: TestApp;
const get = (path: string) => service.fetch(path);
const send: TestApp['send'] = (...given) => service.send(...given);
const add = async (fields: object = {}) =>
  await bodyOf<PetBody>(await send('POST', '/v1/pets', { name: 'Frank', categoryId: 3, ...fields }));
const inventory = async (query = '') => await bodyOf<InventoryBody>(await get(`/v1/store/inventory${query}`));

/** The same counts, from a list of all animals. */
async function census(): Promise<InventoryBody> {
  const pets = await readPages<PetBody>(get, '/v1/pets?limit=100');
  const countOf = (some: readonly PetBody[]): Counts => {
    const counts = { available: 0, pending: 0, sold: 0 };
    for (const { status } of some) counts[status as keyof Counts]++;
    return counts;
  };
  const categories = [...Map.groupBy(pets, ({ categoryId }) => categoryId)]
    .toSorted(([one], [other]) => one - other)
    .map(([categoryId, some]) => ({ categoryId, ...countOf(some) }));
  return { ...countOf(pets), categories };
}

describe.each(engines)('the inventory on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('is all zeros for an empty catalogue', async () => {
    const none = { available: 0, pending: 0, sold: 0 };
    expect(await inventory()).toEqual(none);
    for (const name of ['groupBy', 'by'])
      expect(await inventory(`?${name}=category`)).toEqual({ ...none, categories: [] });
  });

  test('is exact right after each change', async () => {
    const counts = { available: 0, pending: 0, sold: 0 };
    const check = async (change: Partial<Counts>) => {
      for (const status of ['available', 'pending', 'sold'] as const) counts[status] += change[status] ?? 0;
      expect(await inventory()).toEqual(counts);
    };
    const { id } = await add();
    await check({ available: 1 });
    await add({ status: 'sold', categoryId: -9 });
    await check({ sold: 1 });
    const order = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId: id }));
    await check({ available: -1, pending: 1 });
    await send('POST', `/v1/store/orders/${order.id}/cancel`);
    await check({ available: 1, pending: -1 });
    await send('PATCH', `/v1/pets/${id}`, { status: 'sold', categoryId: 8 });
    await check({ available: -1, sold: 1 });
    expect((await inventory('?groupBy=category')).categories).toEqual([
      { categoryId: -9, available: 0, pending: 0, sold: 1 },
      { categoryId: 8, available: 0, pending: 0, sold: 1 },
    ]);
    await send('DELETE', `/v1/pets/${id}`);
    await check({ sold: -1 });
  });

  test('equals the count of all animals after many concurrent changes, and never exceeds it during them', async () => {
    const statuses = ['available', 'pending', 'sold'];
    let added = (await readPages(get, '/v1/pets?limit=100')).length;
    const workers = Array.from({ length: 10 }, async (_, worker) => {
      for (let round = 0; round < 9; round++) {
        const { id } = await add({ categoryId: round % 5, status: statuses[(worker + round) % 3] });
        added++;
        if (round % 3 === 0) await send('PATCH', `/v1/pets/${id}`, { categoryId: worker });
        if (round % 4 === 0) await send('PATCH', `/v1/pets/${id}`, { status: 'available' });
        if (round % 5 === 0) await send('POST', '/v1/store/orders', { petId: id });
      }
    });
    let isDone = false;
    const all = Promise.all(workers).then(() => (isDone = true));
    while (!isDone) {
      const least = added;
      const { available, pending, sold } = await inventory();
      expect(available + pending + sold).toBeGreaterThanOrEqual(least);
      expect(available + pending + sold).toBeLessThanOrEqual(added + 10);
      await nextTurn();
    }
    await all;
    expect(await inventory('?groupBy=category')).toEqual(await census());
    await until('all events to be counted', async () => !(await hasUnsequencedEvents(service.store.reader)));
    expect(await inventory('?groupBy=category')).toEqual(await census());
  });

  test('by category is paged, each page with the totals, and lists every category once', async () => {
    const extremes = ['-9223372036854775808', '9223372036854775807'];
    for (const categoryId of extremes) {
      await service.post('/v1/pets', `{"name":"Frank","categoryId":${categoryId}}`);
    }
    // Categories that have lost their animals leave rows behind.
    for (let categoryId = 1_000; categoryId < 1_030; categoryId++) {
      const { id } = await add({ categoryId });
      if (categoryId % 10 !== 0) await send('DELETE', `/v1/pets/${id}`);
    }
    await service.untilSettled();
    while (await service.store.write(sequenceEvents, null));
    const whole = await (await get('/v1/store/inventory?groupBy=category')).text();
    const bare = await (await get('/v1/store/inventory')).text();
    expect(whole.startsWith(bare.slice(0, -1))).toBe(true);
    for (const limit of [1, 3, 7, 1_000]) {
      const pieces: string[] = [];
      let path: string | undefined = `/v1/store/inventory?groupBy=category&limit=${limit}`;
      for (let pages = 0; path !== undefined && pages < 200; pages++) {
        const response: Response = await get(path);
        const text = await response.text();
        const [totals = '', list = ''] = text.split(',"categories":[');
        expect(totals).toBe(bare.slice(0, -1));
        const items = list.slice(0, -2);
        if (items !== '') pieces.push(items);
        expect(items.split('},{').length).toBeLessThanOrEqual(limit);
        path = nextPage(response);
      }
      expect(`${bare.slice(0, -1)},"categories":[${pieces.join(',')}]}`).toBe(whole);
    }
    for (const categoryId of extremes) expect(whole).toContain(`{"categoryId":${categoryId},"available":1,`);
  });

  test('has an ETag, so that it is sent again only after a change', async () => {
    const tag = (await get('/v1/store/inventory')).headers.get('ETag') ?? '';
    const ask = () => service.fetch('/v1/store/inventory', { headers: { 'If-None-Match': tag } });
    expect((await ask()).status).toBe(304);
    await add();
    expect((await ask()).status).toBe(200);
  });

  onOneEngine(engine, () => {
    test('has cursors that work for this list only', async () => {
      const cursor = nextCursor(await get('/v1/store/inventory?groupBy=category&limit=1'));
      expect((await get(`/v1/store/inventory?groupBy=category&cursor=${cursor}`)).status).toBe(200);
      for (const path of ['/v1/pets', '/v1/store/inventory']) {
        expect(await refusal(await get(`${path}?cursor=${cursor}`))).toBe('400 invalid_cursor');
      }
    });

    test.each([
      ['limit=10', 'invalid_parameter'],
      ['groupBy=category&limit=0', 'invalid_parameter'],
      ['groupBy=category&limit=1001', 'invalid_parameter'],
      ['by=status', 'invalid_parameter'],
      ['by=', 'invalid_parameter'],
      ['groupBy=category&groupBy=category', 'invalid_parameter'],
      ['groupBy=category&by=category', 'unknown_parameter'],
      ['group=category', 'unknown_parameter'],
    ])('rejects %s', async (query, code) => {
      expect(await refusal(await get(`/v1/store/inventory?${query}`))).toBe(`400 ${code}`);
    });
  });
});
