import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrateCommand } from '../../../cli/operator/migrate.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { schemaVersion } from '../../../src/store/schema.ts';
import { loadReleased } from '../../support/data/released-data.ts';
import { engines, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { runHere } from '../../support/process/command.ts';
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
    const first = await migrate(database.url);
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

// tests/store/released-data.test.ts holds that all its data are there.
test('the schema version before a migration is told', async () => {
  const { database: old } = await loadReleased('1.0.0', sqlite);
  expect((await migrate(old.url)).stdout).toContain(`is at schema version ${schemaVersion} (was 1)`);
  await old.remove();
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
  const refused = await runHere(serveCommand(), [], { PORT: '0', DATABASE_URL: url });
  expect(refused.stderr).toContain('permission denied for schema public');
  expect((await migrate(postgres.url('shelter'))).stdout).toContain(`is at schema version ${schemaVersion} (was 0)`);
  await postgres.run('shelter', 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO servers');
  const server = await startServer({ database: { url, run: async () => [], remove: async () => undefined } });
  const headers = { 'Content-Type': 'application/json' };
  const made = await server.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
  await server.stop();
  expect(made.status).toBe(201);
  await postgres.remove();
});
