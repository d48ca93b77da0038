import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkCommand } from '../../../cli/operator/check.ts';
import { foldProfiles } from '../../../src/animals/profiles/rules.ts';
import { checkDatabase } from '../../../src/operator/check-database.ts';
import type { Finding } from '../../../src/operator/finding.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { loadReleased } from '../../support/data/released-data.ts';
import { engines, onOneEngine, postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { until } from '../../support/until.ts';

describe.each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let service: TestApp;
  beforeAll(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    service = await startApp({}, { ...engine, makeDatabase: async () => database });
  });
  afterAll(() => service.close());

  const add = async (name: string, categoryId: number, profile: object = {}) =>
    await bodyOf(await service.post('/v1/listings', JSON.stringify({ name, categoryId, profile })));
  const check = (...flags: string[]) => runHere(checkCommand(), [...flags, '--database-url', database.url]);
  const statesOf = ({ stdout }: { stdout: string }) =>
    stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split(/\s+/).slice(0, 2).join(' ')]));
  const checks = [
    ...(engine === sqlite ? ['file', 'disk'] : ['schema']),
    'inventory',
    'statistics',
    'orders',
    'profiles',
    'photos',
    'search',
    'events',
    'inquiries',
    'clock',
  ];
  const but = (changes: Record<string, string>) => checks.map((name) => `${changes[name] ?? 'ok'} ${name}`);

  test('a database in use passes every check', async () => {
    let added = 0;
    let isChecked = false;
    const adding = (async () => {
      while (!isChecked && added < 2_000) {
        await Promise.all([1, 2, 3, 4].map((category) => add(`Number ${++added}`, category)));
        await Bun.sleep(5);
      }
    })();
    await until('some animals', () => added > 50);
    // A file is also checked by another process.
    const args = ['--database-url', database.url];
    const checked = await (engine === sqlite ? run(['check', ...args]) : runHere(checkCommand(), args));
    isChecked = true;
    await adding;
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(statesOf(checked)).toEqual(but({}));
  });

  onOneEngine(engine, () => {
    test('animals that have one chip are listed', async () => {
      const [first, last] = [
        await add('Ann', 1, { microchip: '985112003456789' }),
        await add('Bo', 1, { microchip: '985-112003456789' }),
      ];
      const checked = await check();
      expect([checked.exitCode, statesOf(checked)]).toEqual([0, but({ profiles: 'warning' })]);
      expect(checked.stdout).toContain(`animals ${first.id} and ${last.id} have the chip 985112003456789`);
      await service.send('PATCH', `/v1/pets/${last.id}/profile`, { microchip: null });
      expect(statesOf(await check())).toEqual(but({}));
    });
  });

  test('a wrong inventory and wrong search texts are reported, and repaired only on request', async () => {
    const profile = { breed: 'Zebra', tags: ['Größe'] };
    const [missing, stale, renamed] = [
      await add('Uno', 1, profile),
      await add('Dos', 1, profile),
      await add('Tres', 1, profile),
    ];
    await service.untilSettled();
    const found = async (q: string) => await bodyOf<object[]>(await service.fetch(`/v1/listings?q=${q}`));
    const contents = async () => [
      await bodyOf<unknown>(await service.fetch('/v1/store/inventory')),
      await database.run('SELECT pet_id, words FROM pet_texts ORDER BY pet_id'),
    ];
    const before = await contents();
    for (const sql of [
      "INSERT INTO inventory (category_id, status, animals) VALUES (99, 'sold', 7)",
      `DELETE FROM pet_texts WHERE pet_id = ${missing.id}`,
      `UPDATE pet_texts SET words = 'wrong' WHERE pet_id = ${stale.id}`,
      `UPDATE pets SET name_key = 'wrong' WHERE id = ${renamed.id}`,
      "INSERT INTO pet_texts (pet_id, words) VALUES (4711, 'gone')",
    ])
      await database.run(sql);
    const checked = await check();
    const states = (state: string) => but({ inventory: state, search: state });
    expect([checked.exitCode, statesOf(checked)]).toEqual([1, states('error')]);
    expect(checked.stdout).toContain('petstore check --repair');
    expect(checked.stdout).toContain(`those of 4 animals (${missing.id}, ${stale.id}, ${renamed.id}, 4711)`);
    expect(await found('wrong')).toBeArrayOfSize(2);
    expect(statesOf(await check('--repair'))).toEqual(states('repaired'));
    expect(await check()).toMatchObject({ exitCode: 0 });
    expect(await contents()).toEqual(before);
    expect([await found('wrong'), await found('gone')]).toEqual([[], []]);
    expect(await found('grosse')).toBeArrayOfSize(3);
  });

  onOneEngine(engine, () => {
    test('words that a service has yet to complete after a migration are no fault', async () => {
      const { id } = await add('Dun', 1, { color: 'Seal point', location: 'Kennel 7' });
      await service.untilSettled();
      await database.run(`DELETE FROM pet_texts WHERE pet_id = ${id}`);
      await database.run("INSERT INTO settings (name, value) VALUES ('unfolded_profiles', '0')");
      const checked = await check();
      expect([checked.exitCode, statesOf(checked)]).toEqual([0, but({ search: 'warning' })]);
      expect(checked.stdout).toContain(
        `those of 1 animals (${id}) are not complete yet; a running service completes them`,
      );
      while (await service.store.write(foldProfiles, null));
      expect(statesOf(await check())).toEqual(but({}));
    });

    test('contacts without their order, and open orders that should have expired, are reported', async () => {
      const { id } = await add('Frank', 3, {});
      const values = `(${id}, 'placed', 1, 1, 1)`;
      await database.run(`INSERT INTO orders (pet_id, status, created_at, updated_at, expires_at) VALUES ${values}`);
      await database.run(`UPDATE pets SET status = 'pending' WHERE id = ${id}`);
      await database.run("INSERT INTO order_contacts (order_id, name) VALUES (4711, 'Zoë')");
      const orphaned = await check();
      expect(orphaned.stdout).toContain('order_contacts has rows of orders that are gone: 4711');
      await database.run('DELETE FROM order_contacts');
      const overdue = await check();
      expect(overdue.stdout).toContain('expired more than a day ago');
      await database.run("UPDATE orders SET status = 'cancelled'");
      await database.run(`UPDATE pets SET status = 'available' WHERE id = ${id}`);
    });
  });

  test('profiles and tags without their animal, an open order without it, missing events, an old inquiry and a clock that is behind are reported, and stay', async () => {
    await database.run("INSERT INTO pet_profiles (pet_id, breed) VALUES (4711, 'Zebra')");
    await database.run("INSERT INTO pet_tags (pet_id, tag) VALUES (4712, 'calm')");
    await database.run("INSERT INTO orders (pet_id, status, created_at, updated_at) VALUES (4711, 'placed', 1, 1)");
    const newest = await database.run('SELECT max(id) FROM events');
    const gap = BigInt(String(newest[0]?.[0])) + 5n;
    await database.run(
      `INSERT INTO events (id, type, at) VALUES (${gap}, 'category.updated', ${Date.now() + 3_600_000})`,
    );
    await database.run(
      "INSERT INTO inquiries (pet_id, status, created_at, name, message) VALUES (1, 'open', 1, 'A', 'B')",
    );
    const found = await check('--repair');
    const faults = { orders: 'error', profiles: 'error', events: 'error', inquiries: 'warning', clock: 'warning' };
    expect([found.exitCode, statesOf(found)]).toEqual([1, but(faults)]);
    expect(found.stdout).toContain('pet_profiles has rows of animals that are gone: 4711');
    expect(found.stdout).toContain('pet_tags has rows of animals that are gone: 4712');
    expect(found.stdout).toContain('animal 4711 is gone');
    expect(found.stdout).toContain(`${gap - 5n} to ${gap}`);
    expect(found.stderr).toBe('petstore: 3 of the checks failed\n');
  });
});

test('the inventory of a PostgreSQL database is right that changes between any two reads', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  // Adds an animal whenever a read of animals has begun to wait for the lock.
  const writing = database.run(
    `DO $$ DECLARE
       isEnough BOOLEAN := FALSE;
     BEGIN
       WHILE NOT isEnough LOOP
         LOCK TABLE pets IN ACCESS EXCLUSIVE MODE;
         WHILE NOT isEnough AND NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'pets'::regclass AND NOT granted) LOOP
           PERFORM pg_sleep(0.005);
           isEnough := EXISTS (SELECT FROM settings WHERE name = 'enough');
         END LOOP;
         INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold');
         INSERT INTO pending_events (type, at, pet_id, name, category_id, status)
           VALUES ('pet.created', 1, 1, 'Rex', 1, 'sold');
         COMMIT;
       END LOOP;
     END $$`,
  );
  try {
    await until('the first animals', async () => (await database.run('SELECT 1 FROM pets')).length > 1);
    let inventory: Finding | undefined;
    for await (const finding of checkDatabase(database.url)) {
      inventory = finding;
      if (finding.name === 'inventory') break;
    }
    expect(inventory).toEqual({ name: 'inventory', state: 'ok', detail: 'it matches the animals' });
  } finally {
    await database.run("INSERT INTO settings (name, value) VALUES ('enough', '')");
    await writing;
    await database.remove();
  }
});

test('a database of an earlier release is reported, and not migrated', async () => {
  const { database } = await loadReleased('1.0.0', sqlite);
  const { exitCode, stderr } = await runHere(checkCommand(), ['--database-url', database.url]);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('run "petstore migrate" on it first')]);
  expect(await database.run('PRAGMA user_version')).toEqual([[1n]]);
  await database.remove();
});

test('a missing database is reported', async () => {
  const { exitCode, stderr } = await runHere(checkCommand(), ['--database-url', 'sqlite:/nowhere/at-all.db']);
  expect([exitCode, stderr]).toEqual([
    1,
    'petstore: there is no petstore database at sqlite:/nowhere/at-all.db; check --database-url\n',
  ]);
});
