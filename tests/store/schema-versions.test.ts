import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets } from '../../src/animals/pets/sql.ts';
import { readPostgresUrl } from '../../src/lib/addresses/database-url.ts';
import { startWriterCheck } from '../../src/store/jobs.ts';
import { planMigration } from '../../src/store/open-store.ts';
import type { Connection } from '../../src/store/postgres/connection.ts';
import { explainToOperator } from '../../src/store/postgres/failures.ts';
import { migrate, plan } from '../../src/store/postgres/migrate.ts';
import { Servers } from '../../src/store/postgres/servers.ts';
import type { OnProgress } from '../../src/store/progress.ts';
import { postgresMigrations, schemaVersion } from '../../src/store/schema.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { plan as planSqlite } from '../../src/store/sqlite/migrate.ts';
import { migrateSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { engineOf, engines, postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { caller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { storeForEach } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

/** How a release behaves on a database that a newer one has migrated. */
const newer = schemaVersion + 1;
const serversOf = ({ url }: ScratchDatabase) => new Servers(readPostgresUrl(url) ?? expect.unreachable(), 'primary');

describe.each(engines)('on $name', (engine) => {
  let database: ScratchDatabase;
  let service: TestApp;
  beforeEach(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    service = await startApp({}, engineOf(database));
  });
  afterEach(async () => {
    await service.close();
    await database.remove();
  });

  /** Migrates the database as the next release would. */
  async function migrateToNewer(oldestWriter: number): Promise<void> {
    await database.run(`UPDATE petstore_writers SET oldest_writer = ${oldestWriter}`);
    await database.run(
      engine === sqlite ? `PRAGMA user_version = ${newer}` : `UPDATE petstore_schema SET version = ${newer}`,
    );
  }
  const addPet = (name: string) => service.post('/v1/pets', JSON.stringify({ name, categoryId: 1 }));

  test('a server that has become too old rejects writes, is not ready, logs the reason once, and still reads', async () => {
    expect((await addPet('Before')).status).toBe(201);
    let stops = 0;
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (event: string) => void service.logged.push(event),
    };
    const check = startWriterCheck(service.store, log, async () => void stops++, 5);
    await migrateToNewer(newer);
    const migratedAt = performance.now();
    // On PostgreSQL each connection checks once a second; one that has just checked may be in use by a background job.
    await until('all checks to be older than the migration', () => performance.now() - migratedAt > 1_000);
    const [refused] = await until(
      'all writes to be refused',
      () => Promise.all(Array.from({ length: 10 }, () => addPet('After'))),
      (answers) => answers.every(({ status }) => status !== 201),
    );
    expect([refused?.status, refused && (await bodyOf<unknown>(refused))]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining('is too old to write to it. Nothing was changed') },
    ]);
    expect((await addPet('Refused')).status).toBe(503);
    expect(await database.run("SELECT id FROM pets WHERE name = 'Refused'")).toEqual([]);
    expect((await service.fetch('/readyz')).status).toBe(503);
    expect((await service.fetch('/v1/pets')).status).toBe(200);
    await until('the jobs to be stopped', () => stops === 1);
    await check.stop();
    expect(service.logged.filter((line) => line === 'stopped writing')).toHaveLength(1);
    expect(service.logged.join('\n')).toContain(`Only releases of schema version ${newer} or later may write to it`);
  });

  test('a read that needs what a newer release has removed fails with 503', async () => {
    await database.run('DROP VIEW stays');
    await database.run('DROP TABLE categories');
    await migrateToNewer(newer);
    expect((await service.fetch('/v1/categories')).status).toBe(503);
    expect((await service.fetch('/v1/pets')).status).toBe(200);
  });

  test('a server that is not too old starts alongside a newer release, and changes no version', async () => {
    await migrateToNewer(schemaVersion);
    await database.run(`UPDATE keys SET secret_hash = '${caller.callerHash}' WHERE id = ${caller.callerId}`);
    const store = await openStore(database.url);
    await store.write(createPet.command, petDraft('Beside'));
    await store.check();
    expect(await countPets(store.reader, {})).toBe(1n);
    await store.close();
    expect(await planMigration(database.url)).toEqual({ from: newer, to: newer });
  });

  test('a server that is too old does not start, and says what to do', async () => {
    await migrateToNewer(newer);
    const refused = await openStore(database.url).catch((error: unknown) => error);
    expect(String(refused)).toContain('it was migrated by a newer release. Only releases of schema version');
    expect(String(refused)).toContain('start the newer release, or restore a backup');
  });

  test('a marked database without its tables is rejected and left unchanged', async () => {
    await database.run('DROP TABLE settings');
    const refused = await openStore(database.url).catch((error: unknown) => error);
    expect(String(refused)).toContain('is marked as a petstore database, but has no table settings; use another');
    expect(await planMigration(database.url).catch(String)).toBe(String(refused));
  });
});

describe('migrations on PostgreSQL that end the writes of older nodes', () => {
  const countAnimals =
    'CREATE TABLE animals_before (animals BIGINT); INSERT INTO animals_before SELECT count(*) FROM pets';
  const fail = 'CREATE TABLE pets (id BIGINT)';
  let database: ScratchDatabase;
  let older: Store;
  let connections: Connection[];
  storeForEach(
    postgres,
    (opened) => {
      ({ database, store: older } = opened);
      connections = [];
    },
    // With options, no other test gets the database that these migrate.
    { connections: 4 },
  );
  afterEach(() => {
    for (const connection of connections) connection.close();
  });

  /** Migrates as a node of the next release would. */
  async function migrateBy(script: string, onProgress?: OnProgress): Promise<unknown> {
    const connection = await serversOf(database).open('write');
    connections.push(connection);
    const migrations = [...postgresMigrations, { version: newer, script, oldestWriter: newer }];
    return await migrate(connection, migrations, onProgress).catch(explainToOperator);
  }
  /** A migration that fails takes its announcement back after two seconds. */
  async function untilAnnounced(migration: Promise<unknown>): Promise<void> {
    let isOver = false;
    void migration.finally(() => (isOver = true));
    await until(
      'the announcement',
      () => database.run('SELECT oldest_writer FROM petstore_writers'),
      ([row]) => isOver || row?.[0] === BigInt(newer),
    );
  }

  test.each([
    ['that start together', countAnimals, { from: schemaVersion, to: newer }, { from: newer, to: newer }],
    ['of which the first fails', fail, expect.stringContaining('already exists'), { from: schemaVersion, to: newer }],
  ])('two %s count everything that an older node has acknowledged', async (_, script, firstResult, secondResult) => {
    let acknowledged = 0;
    let isMigrated = false;
    const writing = (async () => {
      while (!isMigrated) {
        // Between the failure of one migration and the begin of the next it may write again.
        await older.write(createPet.command, petDraft('Busy')).then(
          () => acknowledged++,
          () => undefined,
        );
        await Bun.sleep(2);
      }
    })();
    await until('some animals', () => acknowledged > 10);
    const first = migrateBy(script);
    await untilAnnounced(first);
    const second = migrateBy(countAnimals);
    expect([await first, await second]).toEqual([firstResult, secondResult]);
    isMigrated = true;
    await writing;
    expect(await older.write(createPet.command, petDraft('Late')).catch((error: unknown) => error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is too old'),
    });
    expect(await database.run('SELECT animals FROM animals_before')).toEqual([[BigInt(acknowledged)]]);
    expect(await database.run('SELECT count(*) FROM pets')).toEqual([[BigInt(acknowledged)]]);
  });

  test('one says what it waits for, and ends by itself if a transaction is left open', async () => {
    const said: string[] = [];
    const [migrating, writing] = [new SQL({ url: database.url, max: 1 }), new SQL({ url: database.url, max: 1 })];
    await migrating`SELECT pg_advisory_lock(hashtextextended('petstore migrate', 0))`;
    await writing`BEGIN`.simple();
    await writing`UPDATE pets SET id = id`;
    const migrated = migrateBy(countAnimals, ({ task }) => said.push(task));
    await until('the wait for the other node', () => said.length === 1);
    await migrating.close({ timeout: 0 });
    expect(await migrated).toMatch(/lock timeout; end the transaction that holds it/);
    const waits = ['the migration by another node', 'writes that began before the migration'];
    expect(said).toEqual(waits.map((what) => `waiting for ${what}`));
    await older.write(createPet.command, petDraft('Still'));
    await writing.close({ timeout: 0 });
  });

  test('one that fails lets older nodes write again', async () => {
    expect(await migrateBy(fail)).toContain('already exists');
    await older.write(createPet.command, petDraft('Still'));
    expect(await planMigration(database.url)).toEqual({ from: schemaVersion, to: schemaVersion });
  });
});

test('a migration by another process between two statements does not confuse a plan', async () => {
  const file = await sqlite.makeDatabase();
  const path = file.url.replace(/^sqlite:/, '');
  await file.run('PRAGMA journal_mode = WAL');
  const connection = openConnection(path, 'read');
  let migrated = 0;
  const query: typeof connection.query = (text, params) => {
    const rows = connection.query(text, params);
    if (migrated++ === 0) migrateSqlite(path);
    return rows;
  };
  expect(planSqlite({ ...connection, query }, path)).toEqual({ from: 0, to: schemaVersion });
  expect(planSqlite(connection, path)).toEqual({ from: schemaVersion, to: schemaVersion });
  connection.close();
  await file.remove();

  const database = await postgres.makeDatabase();
  const servers = serversOf(database);
  const [one, other] = [await servers.open('migrate'), await servers.open('migrate')];
  await database.run('CREATE TABLE petstore_schema (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL)');
  const original = one.query.bind(one);
  let queries = 0;
  one.query = async (text, params) => {
    const rows = await original(text, params);
    // The encoding and the list of tables have been read.
    if (++queries === 2) await migrate(other);
    return rows;
  };
  expect(await plan(one)).toEqual({ from: 0, to: schemaVersion });
  expect(await plan(one)).toEqual({ from: schemaVersion, to: schemaVersion });
  for (const connection of [one, other]) connection.close();
  await database.remove();
});
