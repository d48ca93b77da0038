import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { advancePendingMark } from '../../src/record/events/pending-rules.ts';
import { findPendingMark, hasPendingEvents } from '../../src/record/events/pending-sql.ts';
import { sequenceEvents } from '../../src/record/events/rules.ts';
import { insertEvents } from '../../src/record/events/sql.ts';
import { findInventory } from '../../src/record/inventory/sql.ts';
import type { Reader } from '../../src/store/statement.ts';
import type { Store } from '../../src/store/store.ts';
import { textOf } from '../support/data/read-statements.ts';
import { postgres, type ScratchDatabase } from '../support/engines.ts';
import { storeForEach } from '../support/store-hooks.ts';

/** On PostgreSQL, deleted rows of pending events remain while a long transaction could still see them. */
let database: ScratchDatabase;
let store: Store;
storeForEach(postgres, (opened) => {
  ({ database, store } = opened);
});

/** Inserts events for animals, as writes do. */
const insert = (count: number) =>
  database.run(
    `INSERT INTO pending_events (type, at, pet_id, name, category_id, status)
     SELECT 'pet.created', 1, n, 'Frank', 1, 'available' FROM generate_series(1, ${count}) AS n`,
  );
async function sequence(): Promise<void> {
  while (await store.write(sequenceEvents, null));
}
const advance = () =>
  store.write(advancePendingMark, {
    highest: store.ids.highest('pending_events'),
    writers: store.writers?.('pending_events') ?? expect.unreachable(),
  });
/** Advances the mark often enough for earlier ids to be known as committed, and then to be passed. */
async function advanceFully(): Promise<bigint> {
  for (let run = 0; run < 3; run++) await advance();
  return await findPendingMark(store.reader);
}

/** The number of 8 KiB pages that a read visits. */
async function pagesOf(read: (db: Reader) => unknown): Promise<number> {
  const [[plan] = []] = await database.run(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${textOf(store.reader.dialect, read)}`,
  );
  const [{ Plan: root }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: Record<string, number> }];
  return (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
}

test('a long transaction does not slow down the search for new events', async () => {
  await using other = new SQL({ url: database.url, max: 1, bigint: true });
  await other.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (long) => {
    await long`SELECT count(*) FROM pets`;
    await insert(10_000);
    await sequence();
    expect(await advanceFully()).toBe(10_000n);
    await insert(10);
    expect(await hasPendingEvents(store.reader)).toBe(true);
    expect(await pagesOf(hasPendingEvents)).toBeLessThan(20);
    expect(await pagesOf(findInventory)).toBeLessThan(40);
    await sequence();
    expect(await hasPendingEvents(store.reader)).toBe(false);
    expect(await findInventory(store.reader)).toEqual([{ categoryId: 1n, status: 'available', animals: 10_010n }]);
  });
});

test('the mark does not pass an event whose id was assigned early and that is committed late', async () => {
  const event = { type: 'category.updated', actor: 'system', at: 2n, category: { id: 7n, name: 'Late' } } as const;
  const drawn = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const late = store.write(
    {
      name: 'late',
      async run(tx) {
        await insertEvents(tx, [event]);
        drawn.resolve();
        await mayCommit.promise;
      },
    },
    null,
  );
  await drawn.promise;
  try {
    await insert(2_000);
    await sequence();
    expect(await advanceFully()).toBe(0n);
  } finally {
    mayCommit.resolve();
    await late;
  }
  expect(await advanceFully()).toBe(0n);
  await sequence();
  expect(await advanceFully()).toBe(2_001n);
  expect(await database.run("SELECT id FROM events WHERE type = 'category.updated'")).toEqual([[2_001n]]);
});

test('the mark does not advance for a few events', async () => {
  await insert(100);
  await sequence();
  expect(await advance()).toBe(false);
  expect(await advanceFully()).toBe(0n);
});
