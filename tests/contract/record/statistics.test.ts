import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteExpiredEvents, sequenceEvents } from '../../../src/record/events/rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { until } from '../../support/until.ts';

interface Counts {
  added: number;
  adopted: number;
  returned: number;
  removed: number;
}
interface Period extends Counts {
  start: string;
  categories?: (Counts & { categoryId: number })[];
}

let service: TestApp;
const none: Counts = { added: 0, adopted: 0, returned: 0, removed: 0 };
const quiet = { ...none, timeZone: 'UTC' };
const at = (moment: string) => {
  service.now = Date.parse(moment);
};
const send: TestApp['send'] = (...given) => service.send(...given);
const add = async (fields: object = {}) =>
  (await bodyOf<PetBody>(await send('POST', '/v1/pets', { name: 'Frank', categoryId: 3, ...fields }))).id;
const patch = (id: number, fields: object) => send('PATCH', `/v1/pets/${id}`, fields);
const statistics = async (query: string) =>
  await bodyOf<Period[]>(await service.fetch(`/v1/store/statistics?${query}`));

describe.each(engines)('the statistics on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    at('2026-10-31T23:59:59.999Z');
    const early = await add();
    at('2026-11-01T00:00:00Z');
    await add({ status: 'sold', categoryId: 5 });
    await patch(early, { status: 'sold' });
    at('2026-11-02T12:00:00Z');
    const ordered = await add({ categoryId: 5 });
    const order = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId: ordered }));
    await send('POST', `/v1/store/orders/${order.id}/complete`);
    await patch(early, { status: 'available' });
    await patch(early, { name: 'Other' });
    await send('PUT', '/v1/categories/3', { name: 'Dogs' });
    at('2026-11-29T12:00:00Z');
    await send('DELETE', `/v1/pets/${early}`);
  });
  afterAll(() => service.close());

  test('count per day, with zeros for days without events', async () => {
    const days = await statistics('from=2026-10-31&to=2026-11-04');
    expect(days).toEqual([
      { start: '2026-10-31', ...quiet, added: 1 },
      { start: '2026-11-01', ...quiet, added: 1, adopted: 1 },
      { start: '2026-11-02', ...quiet, added: 1, adopted: 1, returned: 1 },
      { start: '2026-11-03', ...quiet },
    ]);
  });

  test('count by week from Monday and by month, in whole periods', async () => {
    expect(await statistics('from=2026-11-01&to=2026-11-03&by=week')).toEqual([
      { start: '2026-10-26', ...quiet, added: 2, adopted: 1 },
      { start: '2026-11-02', ...quiet, added: 1, adopted: 1, returned: 1 },
    ]);
    expect(await statistics('from=2026-11-15&to=2026-12-01&by=month')).toEqual([
      { start: '2026-11-01', ...quiet, added: 2, adopted: 2, returned: 1, removed: 1 },
    ]);
  });

  test('end with the current day, even if they were read the day before', async () => {
    at('2026-12-24T23:59:59Z');
    const ends: (string | undefined)[] = [];
    for (const moment of ['2026-12-24T23:59:59Z', '2026-12-24T23:59:59Z', '2026-12-25T00:00:00Z']) {
      at(moment);
      ends.push((await statistics('')).at(-1)?.start);
    }
    expect(ends).toEqual(['2026-12-24', '2026-12-24', '2026-12-25']);
    at('2026-11-29T12:00:00Z');
  });

  test('group by category', async () => {
    const [november] = await statistics('from=2026-11-01&to=2026-12-01&by=month&groupBy=category');
    expect(november?.categories).toEqual([
      { categoryId: 3, ...none, adopted: 1, returned: 1, removed: 1 },
      { categoryId: 5, ...none, added: 2, adopted: 1 },
    ]);
    expect(await statistics('from=2026-11-01&to=2026-12-01&by=month&categoryId=5')).toEqual([
      { start: '2026-11-01', ...quiet, added: 2, adopted: 1 },
    ]);
  });

  test('are the same after events have been aggregated, and after they were deleted', async () => {
    const query = 'from=2026-10-01&to=2026-12-01&by=day&groupBy=category';
    const before = await statistics(query);
    // Enough events for the earlier ones to be aggregated.
    at('2027-06-01T00:00:00Z');
    await Promise.all(Array.from({ length: 120 }, () => add({ categoryId: 9 })));
    const expired = { until: BigInt(Date.parse('2027-01-01T00:00:00Z')), limit: 10_000, after: 0n };
    await until('all events but the last ones forgotten', async () => {
      await service.store.write(deleteExpiredEvents, expired);
      return (await service.fetch('/v1/events?after=1&limit=1')).status === 410;
    });
    expect(await statistics(query)).toEqual(before);
    const [june] = await statistics('from=2027-06-01&to=2027-06-02');
    expect(june).toEqual({ start: '2027-06-01', ...quiet, added: 120 });
  });

  test('count an adoption that was taken back neither as one nor as a return, whenever they are aggregated', async () => {
    const july = 'from=2027-07-01&to=2027-07-03&groupBy=category';
    const asBefore = [
      { start: '2027-07-01', ...quiet, added: 1 },
      { start: '2027-07-02', ...quiet },
    ];
    at('2027-07-01T23:59:00Z');
    const id = await add({ categoryId: 7 });
    const order = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId: id }));
    const end = (how: string) => send('POST', `/v1/store/orders/${order.id}/${how}`);
    for (const moment of ['2027-07-01T23:59:30Z', '2027-07-02T00:00:00Z']) {
      await end('complete');
      await service.store.write(sequenceEvents, null);
      await patch(id, { categoryId: 8 });
      at(moment);
      await end('reopen');
      expect(await statistics(july)).toMatchObject(asBefore);
      await service.store.write(sequenceEvents, null);
    }
    const [first, second] = await statistics(july);
    expect(first?.categories).toEqual([{ categoryId: 7, ...none, added: 1 }]);
    expect(second?.categories).toEqual([]);
    await end('complete');
    expect(await statistics('from=2027-07-02&to=2027-07-03')).toEqual([{ start: '2027-07-02', ...quiet, adopted: 1 }]);
  });

  onOneEngine(engine, () => {
    test('default to the last 30 days, 26 weeks, 12 months or 2 years up to today', async () => {
      at('2026-11-29T12:00:00Z');
      const ranges = await Promise.all(['day', 'week', 'month', 'year'].map((by) => statistics(`by=${by}`)));
      expect(ranges.map((periods) => [periods.length, periods[0]?.start, periods.at(-1)?.start])).toEqual([
        [30, '2026-10-31', '2026-11-29'],
        [26, '2026-06-01', '2026-11-23'],
        [12, '2025-12-01', '2026-11-01'],
        [2, '2025-01-01', '2026-01-01'],
      ]);
      expect((await statistics('')).length).toBe(30);
    });

    test('of at most 1,000 periods are told, also of months, which differ in length', async () => {
      const statusOf = async (from: string) =>
        (await service.fetch(`/v1/store/statistics?by=month&to=2026-01-01&from=${from}`)).status;
      expect(await statusOf('1942-09-01')).toBe(200);
      expect(await statusOf('1942-08-31')).toBe(400);
    });

    test.each([
      ['from=2026-02-30', '?from', 'must be a date'],
      ['to=2026-11-01T00:00:00Z', '?to', 'must be a date'],
      ['from=2026-11-02&to=2026-11-02', '?from', 'must be before the day in to'],
      ['from=2020-01-01&to=2026-01-01', '?from', 'at most 1000 periods'],
      ['by=decade', '?by', 'must be one of day, week, month, year'],
      ['groupBy=status', '?groupBy', 'must be one of category'],
    ])('reject %s', async (query, pointer, detail) => {
      const init = { headers: { Accept: 'application/problem+json' } };
      const response = await service.fetch(`/v1/store/statistics?${query}`, init);
      expect(await response.json()).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        errors: [{ pointer, detail: expect.stringContaining(detail) }],
      });
    });
  });
});
