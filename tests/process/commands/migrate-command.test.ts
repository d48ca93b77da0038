import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrateCommand } from '../../../src/cli/admin/migrate.ts';
import firstPostgres from '../../../src/store/migrations/0001.postgres.sql' with { type: 'text' };
import firstSqlite from '../../../src/store/migrations/0001.sqlite.sql' with { type: 'text' };
import secondPostgres from '../../../src/store/migrations/0002.postgres.sql' with { type: 'text' };
import secondSqlite from '../../../src/store/migrations/0002.sqlite.sql' with { type: 'text' };
import { schemaVersion } from '../../../src/store/schema.ts';
import { type Engine, engines, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';

const migrate = (url: string) => runHere(migrateCommand(), ['--database-url', url]);
const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, '@');

let database: ScratchDatabase;

/** Creates a database of schema version 2, with three animals. */
function olderSchema(engine: Engine): string[] {
  const isSqlite = engine === sqlite;
  const scripts = isSqlite ? [firstSqlite, secondSqlite] : [firstPostgres, secondPostgres];
  const mark = isSqlite
    ? ['PRAGMA application_id = 0x70657473', 'PRAGMA user_version = 2']
    : [
        'CREATE TABLE petstore_schema (id BIGINT PRIMARY KEY CHECK (id = 1), version BIGINT NOT NULL)',
        'INSERT INTO petstore_schema (id, version) VALUES (1, 2)',
      ];
  const animals = `INSERT INTO pets (name, category_id, status)
    VALUES ('Frank', 3, 'available'), ('Rex', 3, 'sold'), ('Bella', -5, 'available')`;
  const statements = scripts.flatMap((script) => script.replaceAll(/^--.*$/gm, '').split(';'));
  return [...statements.filter((statement) => statement.trim() !== ''), animals, ...mark];
}

/** These undo migrations after the one that added statistics. */
const withoutPublicKeys = ['DROP INDEX public_keys', 'ALTER TABLE keys DROP COLUMN origins'];

const withoutWebhookKeys = [
  'DROP INDEX webhooks_by_key',
  'DROP TABLE webhook_attempts',
  ...['created_by', 'description', 'paused_at', 'reason', 'previous_secret', 'previous_until', 'failing_since'].map(
    (column) => `ALTER TABLE webhooks DROP COLUMN ${column}`,
  ),
  'ALTER TABLE events DROP COLUMN webhook_id',
  'ALTER TABLE pending_events DROP COLUMN webhook_id',
];

function withoutProfiles(engine: Engine): string[] {
  const triggers = ['pets_indexed_rename', 'pets_indexed_update', 'pets_indexed_delete'].concat(
    ['insert', 'update', 'delete'].map((event) => `pet_text_words_${event}`),
  );
  const indexes =
    engine === sqlite
      ? [
          ...triggers.map((trigger) => `DROP TRIGGER ${trigger}`),
          'DROP VIEW pets_by_name',
          'DROP VIEW pets_by_updated_at',
          ...['pet_words', 'pet_names', 'pet_changes', 'pets_indexed', 'pet_text_words'].map(
            (table) => `DROP TABLE ${table}`,
          ),
        ]
      : ['pets_by_words', 'pets_by_name', 'pets_by_updated_at'].map((index) => `DROP INDEX ${index}`);
  return [
    ...indexes,
    ...['created_at', 'updated_at', 'status_since', 'name_key'].map(
      (column) => `ALTER TABLE pets DROP COLUMN ${column}`,
    ),
    ...['pet_texts', 'pet_profiles', 'pet_tags', 'pet_photos', 'removed_media'].map((table) => `DROP TABLE ${table}`),
  ];
}

const withoutInquiries = [
  'DROP TABLE inquiries',
  'ALTER TABLE events DROP COLUMN inquiry_id',
  'ALTER TABLE pending_events DROP COLUMN inquiry_id',
];

/** Turns a database into one from before statistics, and keeps its events. */
function withoutStatistics(engine: Engine): string[] {
  const version = engine === sqlite ? 'PRAGMA user_version = 3' : 'UPDATE petstore_schema SET version = 3';
  return [
    'DROP TABLE daily_statistics',
    'DROP TABLE daily_totals',
    'DROP TABLE inventory_totals',
    "DELETE FROM event_marks WHERE name = 'totals'",
    'DROP TABLE petstore_writers',
    ...withoutInquiries,
    ...withoutPublicKeys,
    ...withoutProfiles(engine),
    ...withoutWebhookKeys,
    version,
  ];
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    database = await engine.makeDatabase();
  });
  afterAll(() => database.remove());

  test('an empty database gets the schema, and a second run has nothing to do', async () => {
    const place = `${withoutPassword(database.url)} is at schema version ${schemaVersion}`;
    const first = await run(['migrate', '--database-url', database.url]);
    expect(first).toEqual({ exitCode: 0, stdout: `${place} (was 0)\n`, stderr: '' });
    const again = await runHere(migrateCommand(), [], { DATABASE_URL: database.url });
    expect(again).toEqual({ exitCode: 0, stdout: `${place}; nothing to do\n`, stderr: '' });
  });

  test('a database from before statistics gets those of all its events', async () => {
    const old = await engine.makeDatabase();
    const ask = async (server: TestServer) => [
      ...((await (await server.fetch('/v1/store/statistics?by=month&groupBy=category')).json()) as object[]),
      ...((await (await server.fetch('/v1/store/statistics?by=month')).json()) as object[]),
      await (await server.fetch('/v1/store/inventory')).json(),
    ];
    const send = (server: TestServer, method: string, path: string, body: string) =>
      server.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body });
    const before = await startServer({ database: old });
    for (let animal = 1; animal <= 130; animal++) {
      await send(before, 'POST', '/v1/pets', `{"name":"Frank","categoryId":${animal % 3}}`);
      if (animal % 2 === 0) await send(before, 'PATCH', `/v1/pets/${animal}`, '{"status":"sold"}');
      if (animal % 4 === 0) await send(before, 'PATCH', `/v1/pets/${animal}`, '{"status":"available"}');
      if (animal % 5 === 0) await send(before, 'DELETE', `/v1/pets/${animal}`, '');
    }
    const expected = await ask(before);
    await before.stop();
    for (const sql of withoutStatistics(engine)) await old.run(sql);
    const after = await startServer({ database: old });
    const found = await ask(after);
    await after.stop();
    await old.remove();
    expect(found).toEqual(expected);
    expect(found).toHaveLength(25);
  });

  test('a database from before orders and events is migrated, and its animals are counted', async () => {
    const old = await engine.makeDatabase();
    for (const sql of olderSchema(engine)) await old.run(sql);
    expect((await migrate(old.url)).stdout).toContain(`is at schema version ${schemaVersion} (was 2)`);
    const server = await startServer({ database: old });
    const inventory = await (await server.fetch('/v1/store/inventory?by=category')).json();
    await server.stop();
    await old.remove();
    expect(inventory).toEqual({
      available: 2,
      pending: 0,
      sold: 1,
      categories: [
        { categoryId: -5, available: 1, pending: 0, sold: 0 },
        { categoryId: 3, available: 1, pending: 0, sold: 1 },
      ],
    });
  });

  test('concurrent migrations create one schema', async () => {
    const fresh = await engine.makeDatabase();
    const all = await Promise.all([1, 2, 3].map(() => run(['migrate', '--database-url', fresh.url])));
    expect(all.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(Array(3).fill([0, '']));
    expect(all.filter(({ stdout }) => stdout.includes('(was 0)'))).toHaveLength(1);
    await fresh.remove();
  });

  test('a database of another program is left unchanged', async () => {
    const theirs = await engine.makeDatabase();
    if (theirs.url.startsWith('sqlite:')) await Bun.write(theirs.url.slice('sqlite:'.length), '');
    await theirs.run('CREATE TABLE pets (theirs TEXT)');
    const { exitCode, stdout, stderr } = await migrate(theirs.url);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^petstore: cannot use the database .*another program.*\n$/);
    expect(await theirs.run('SELECT theirs FROM pets')).toEqual([]);
    await theirs.remove();
  });
});

test('a server that does not respond is reported in one line, without the password', async () => {
  const { exitCode, stdout, stderr } = await migrate('postgres://petstore:hidden-word@127.0.0.1:1/petstore');
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^petstore: cannot use the database postgres:\/\/petstore@127.0.0.1:1\/petstore: .+\n$/);
});

test('an unsupported database URL is rejected with exit code 2, without the password', async () => {
  const { exitCode, stderr } = await migrate('mysql://petstore:hidden-word@db/petstore');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('DATABASE_URL (--database-url) must be sqlite:PATH');
  expect(stderr).not.toContain('hidden-word');
});

test('servers whose user may not create tables start once another user has migrated', async () => {
  const postgres = await PostgresServer.start();
  await postgres.run('postgres', "CREATE ROLE servers LOGIN PASSWORD 'of-servers'");
  await postgres.run('postgres', 'CREATE DATABASE shelter');
  const url = postgres.url('shelter').replace(/\/\/[^@]+@/, '//servers:of-servers@');
  const serve = () => startServer({ database: { url, run: async () => [], remove: async () => undefined } });
  expect(String(await serve().catch((error) => error))).toContain('permission denied for schema public');
  expect((await migrate(postgres.url('shelter'))).stdout).toContain(`is at schema version ${schemaVersion} (was 0)`);
  await postgres.run('shelter', 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO servers');
  const server = await serve();
  const headers = { 'Content-Type': 'application/json' };
  const made = await server.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
  await server.stop();
  expect(made.status).toBe(201);
  await postgres.remove();
});
