import { describe, expect, test } from 'bun:test';
import { createLog } from '../../src/lib/log.ts';
import { repairInventory, sequenceEvents } from '../../src/record/events/rules.ts';
import { startStorageMonitor } from '../../src/server/storage-monitor.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { engines, sqlite } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { openStore } from '../support/open-store.ts';
import { until } from '../support/until.ts';

/** What a database does that contradicts itself is noticed at the first write, which it ends. */
const add = (service: TestApp) => service.post('/v1/pets', JSON.stringify({ name: 'Rex', categoryId: 1 }));
const sequence = async (service: TestApp) => {
  expect((await add(service)).status).toBe(201);
  await service.store.write(sequenceEvents, null).catch(() => undefined);
  return undefined;
};
const changesRows = (table: string, change: string) => [
  `CREATE FUNCTION change_row() RETURNS trigger AS $$ BEGIN ${change}; RETURN NEW; END $$ LANGUAGE plpgsql`,
  `CREATE TRIGGER change_row BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION change_row()`,
];
const reopen = async (service: TestApp) => {
  const { id: petId } = await bodyOf(await add(service));
  const order = await bodyOf(await service.post('/v1/store/orders', JSON.stringify({ petId })));
  expect((await service.post(`/v1/store/orders/${order.id}/complete`, '')).status).toBe(200);
  await service.store.write(sequenceEvents, null);
  await service.database.run('UPDATE daily_statistics SET adopted = 0');
  return await service.post(`/v1/store/orders/${order.id}/reopen`, '');
};

const faults = [
  {
    name: 'an id that was given before',
    sqlite: ['DELETE FROM pets', "UPDATE sqlite_sequence SET seq = 0 WHERE name = 'pets'"],
    postgres: ['DELETE FROM pets', 'ALTER SEQUENCE pets_id_seq RESTART'],
    act: add,
    fact: 'a new row of pets got the id 1, but 1 was given before',
  },
  {
    name: 'a row that is not what was sent',
    sqlite: ["CREATE TRIGGER t AFTER INSERT ON pets BEGIN UPDATE pets SET name = 'X' WHERE id = NEW.id; END"],
    postgres: changesRows('pets', "NEW.name := 'X'"),
    act: add,
    fact: 'a new animal, 2, is not stored as it was sent',
  },
  {
    name: 'events with a gap',
    sqlite: [
      `CREATE TRIGGER t BEFORE INSERT ON events WHEN NEW.type = 'pet.created'
       BEGIN INSERT INTO events (type, at) VALUES ('category.updated', 1); END`,
    ],
    postgres: changesRows('events', 'NEW.id := NEW.id + 1'),
    // On PostgreSQL the numbers of events come later.
    act: async (service: TestApp) => (service.store.file === undefined ? await sequence(service) : await add(service)),
    fact: 'after the event 1, 1 more end with 3, so that the ids have a gap',
  },
  {
    name: 'a negative inventory',
    sqlite: ["INSERT INTO inventory (category_id, status, animals) VALUES (1, 'available', -100)"],
    postgres: ["UPDATE inventory SET animals = -99 WHERE category_id = 1 AND status = 'available'"],
    act: sequence,
    fact: 'the inventory counts -98 animals',
    mend: async ({ store }: TestApp) => {
      await store.write(repairInventory, null);
      await store.write(sequenceEvents, null);
    },
  },
  {
    name: 'negative statistics',
    sqlite: [],
    postgres: [],
    act: reopen,
    fact: 'the adoptions or returns of category 1 on the day 20454 (since 1970-01-01) are less than none',
  },
];

describe.each(engines)('on $name', (engine) => {
  test.each(faults)('$name ends the write, and makes the service unready for writes until a restart', async (fault) => {
    const service = await startApp({}, engine);
    const { database, store, logged } = service;
    expect((await add(service)).status).toBe(201);
    await service.untilSettled();
    for (const sql of engine === sqlite ? fault.sqlite : fault.postgres) await database.run(sql);
    const rows = () => database.run('SELECT (SELECT count(*) FROM pets), (SELECT max(id) FROM events)');
    const before = await rows();
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line), 'json', Date.now);
    const monitor = startStorageMonitor({ store, log, countRefused: () => 0, intervalMs: 1 });
    const response = await fault.act(service);
    if (response !== undefined) {
      expect([response.status, await response.json()]).toEqual([
        500,
        expect.objectContaining({ code: 'internal_error', message: expect.stringContaining('Nothing was changed.') }),
      ]);
      if (fault.act !== reopen) expect(await rows()).toEqual(before);
      expect(logged).toContainEqual(expect.stringContaining(fault.fact));
    }
    await until('the service to be unready', async () => (await service.fetch('/readyz')).status === 503);
    await until('the log to tell', () => lines.length > 0);
    expect(lines).toEqual([expect.stringContaining(fault.fact)]);
    await monitor.stop();
    expect((await service.fetch('/readyz/reads')).status).toBe(200);
    expect(await (await service.fetch('/metrics')).text()).toContain('petstore_assertion_failed 1\n');
    await fault.mend?.(service);
    expect((await service.fetch('/readyz/writes')).status).toBe(503);
    // A start refuses what somebody has added.
    if (engine === sqlite && fault.sqlite.join().includes('TRIGGER')) await database.run('DROP TRIGGER t');
    const restarted = await openStore(database.url, { writesInline: true });
    await restarted.checkWrites();
    await restarted.close();
    await service.close();
  });
});
