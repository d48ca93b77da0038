import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrateCommand } from '../../../src/cli/admin/migrate.ts';
import { schemaVersion } from '../../../src/store/schema.ts';
import { loadReleased } from '../../support/data/released-data.ts';
import { engines, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { startServer } from '../../support/process/server.ts';

const migrate = (url: string) => runHere(migrateCommand(), ['--database-url', url]);
const withoutPassword = (url: string) => url.replace(/:[^:@/]*@/, '@');

let database: ScratchDatabase;

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

test('a file of 1.0.0 is migrated, and its animals are counted and found by their names', async () => {
  const { database: old } = await loadReleased('1.0.0', sqlite);
  expect((await migrate(old.url)).stdout).toContain(`is at schema version ${schemaVersion} (was 1)`);
  const server = await startServer({ database: old });
  const inventory = await (await server.fetch('/v1/store/inventory?groupBy=category')).json();
  const found = (await (await server.fetch('/v1/pets?q=zoe&sort=name')).json()) as { id: number }[];
  await server.stop();
  const counted = await old.run('SELECT category_id, status, count(*) FROM pets GROUP BY 1, 2');
  const named = await old.run("SELECT id FROM pets WHERE name = 'Zoë' ORDER BY id");
  await old.remove();
  const sum = (status: string) =>
    Number(counted.reduce((total, row) => total + (row[1] === status ? Number(row[2]) : 0), 0));
  expect(inventory).toMatchObject({ available: sum('available'), pending: sum('pending'), sold: sum('sold') });
  expect(sum('available')).toBeGreaterThan(0);
  expect(found.map(({ id }) => [BigInt(id)] as unknown[])).toEqual(named);
  expect(named.length).toBeGreaterThan(1);
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
