import { describe, expect, test } from 'bun:test';
import { timeZone } from '../../contract/time-zone.ts';
import { createLog } from '../../src/lib/log.ts';
import { startEventSequencing } from '../../src/record/events/jobs.ts';
import { hasUnsequencedEvents, sequenceEvents } from '../../src/record/events/rules.ts';
import { countUnaggregated, findInventoryCheckpoint, findInventoryTotals } from '../../src/record/inventory/sql.ts';
import { readActivity } from '../../src/record/statistics/rules.ts';
import { findDailyActivity } from '../../src/record/statistics/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, type ScratchDatabase } from '../support/engines.ts';
import { storeForAll } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

describe.each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let store: Store;
  storeForAll(engine, (opened) => {
    ({ database, store } = opened);
  });

  const clock = { zone: timeZone('UTC'), now: 0n };
  const inventory = () => findInventoryTotals(store.reader);
  const activity = () =>
    findDailyActivity(store.reader, { from: 0n, to: 10n, categoryId: undefined, isByCategory: false, ...clock });
  const event = (id: number, categoryId: number) =>
    `INSERT INTO events (id, type, at, pet_id, name, category_id, status)
     VALUES (${id}, 'pet.created', 86400000, ${id}, 'Frank', ${categoryId}, 'available')`;

  test('100 events that are not aggregated are, also when none is pending', async () => {
    await database.run(event(1, 3));
    store.refresh();
    expect(await hasUnsequencedEvents(store.reader)).toBe(false);
    await database.run(event(200, 3));
    store.refresh();
    expect(await hasUnsequencedEvents(store.reader)).toBe(true);
    expect(await inventory()).toEqual({ available: 2n, pending: 0n, sold: 0n });
    while (await store.write(sequenceEvents, null));
    store.refresh();
    expect(await hasUnsequencedEvents(store.reader)).toBe(false);
    expect(await inventory()).toEqual({ available: 2n, pending: 0n, sold: 0n });
    expect(await activity()).toEqual([{ day: 1n, categoryId: 0n, added: 2n, adopted: 0n, returned: 0n, removed: 0n }]);
  });

  test('the job aggregates many events, and fewer when they have waited for others', async () => {
    const log = createLog(
      () => undefined,
      'json',
      () => 0,
    );
    const checkpoint = async () => {
      store.refresh();
      return await findInventoryCheckpoint(store.reader);
    };
    const last = await checkpoint();
    const add = (from: bigint, count: bigint) =>
      database.run(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
         INSERT INTO events (id, type, at, name, category_id)
         SELECT ${from} + n, 'category.updated', 86400000, 'Dogs', 3 FROM numbers`,
      );
    const job = startEventSequencing(store, log, 1);
    let newest = last;
    for (const count of [100n, 1_000n, 100n]) {
      await add(newest, count);
      newest += count;
      await until('the events to be aggregated', checkpoint, (found) => found === newest);
    }
    await job.stop();
  });

  test('events that are sequenced while others are not aggregated yet are aggregated, too', async () => {
    const before = await inventory();
    const numbers = (count: number) =>
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
    const rest = "'pet.created', 86400000, n, 'Frank', 3, 'available' FROM numbers";
    await database.run(
      `INSERT INTO events (id, type, at, pet_id, name, category_id, status) ${numbers(700)} SELECT 1400 + n, ${rest}`,
    );
    await database.run(
      `INSERT INTO pending_events (type, at, pet_id, name, category_id, status) ${numbers(400)} SELECT ${rest}`,
    );
    store.refresh();
    expect(await store.write(sequenceEvents, null)).toBe(true);
    expect(await store.write(sequenceEvents, null)).toBe(false);
    store.refresh();
    expect(await countUnaggregated(store.reader)).toBe(0n);
    expect((await inventory()).available).toBe(before.available + 1_100n);
  });

  test('statistics by category are rejected where they would take long, but not for one category', async () => {
    const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)';
    await database.run(
      `INSERT INTO daily_statistics (day, category_id, added, adopted, returned, removed) ${numbers}
       SELECT 50 + n % 2, n, 1, 0, 0, 0 FROM numbers`,
    );
    store.refresh();
    const read = async (from: bigint, to: bigint, categoryId?: bigint) =>
      (await readActivity(store.reader, { from, to, categoryId, isByCategory: true, ...clock })).length;
    expect(await read(50n, 52n)).toBe(10_000);
    await database.run(
      'INSERT INTO daily_statistics (day, category_id, added, adopted, returned, removed) VALUES (52, 1, 1, 0, 0, 0)',
    );
    store.refresh();
    const refused = await Promise.resolve(read(50n, 53n)).catch((error) => error);
    expect([refused.code, refused.status]).toEqual(['invalid_parameter', 400]);
    expect(refused.message).toContain('shorter range');
    expect(await read(51n, 53n)).toBe(5_001);
    expect(await read(50n, 53n, 1n)).toBe(2);
  });
});
