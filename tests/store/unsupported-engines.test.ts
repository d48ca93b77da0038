import { afterEach, expect, test } from 'bun:test';
import { migrateCommand } from '../../cli/operator/migrate.ts';
import { postgres, type ScratchDatabase } from '../support/engines.ts';
import { openStore } from '../support/open-store.ts';
import { runHere } from '../support/process/command.ts';

let database: ScratchDatabase;
afterEach(() => database.remove());

/** Makes PostgreSQL behave as another engine: what these statements create is found before what the system has. */
async function imitate(statements: readonly string[], { isMigrated }: { isMigrated: boolean }): Promise<void> {
  database = await postgres.makeDatabase({ isMigrated });
  if (isMigrated) await (await openStore(database.url)).close();
  for (const sql of statements) await database.run(sql);
  const [[name] = []] = await database.run('SELECT current_database()');
  await database.run(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
}

const name = (version: string) =>
  `CREATE FUNCTION public.version() RETURNS text LANGUAGE sql AS $$SELECT '${version}'$$`;
const locksWithout = 'does not show a transaction to itself in pg_locks, so events could be lost; use PostgreSQL';
const engines: [behaviour: string, fault: string, version: string, ...statements: string[]][] = [
  [
    'hides young transactions in pg_locks',
    locksWithout,
    'PostgreSQL 15.12-YB-2025.1.0.0-b0',
    'CREATE VIEW public.pg_locks AS SELECT * FROM pg_catalog.pg_locks WHERE false',
  ],
  [
    'knows no virtual transactions',
    locksWithout,
    'PostgreSQL 15.2-YB-2024.2.0.0-b0',
    `CREATE VIEW public.pg_locks AS SELECT locktype, database, relation, mode, pid, CAST(NULL AS text) AS virtualtransaction
     FROM pg_catalog.pg_locks`,
  ],
  [
    'divides integers to decimals',
    'does not divide integers to integers',
    'CockroachDB CCL v26.1.0',
    `CREATE FUNCTION public.divide(bigint, integer) RETURNS numeric LANGUAGE sql
     AS 'SELECT CAST($1 AS numeric) OPERATOR(pg_catalog./) $2'`,
    'CREATE OPERATOR public./ (LEFTARG = bigint, RIGHTARG = integer, FUNCTION = public.divide)',
  ],
  [
    'lacks a function',
    'cannot do what the service needs (array_to_tsvector(): unimplemented)',
    'CockroachDB CCL v25.4.0',
    `CREATE FUNCTION public.array_to_tsvector(text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE
     AS $$ BEGIN RAISE '%', 'array_to_tsvector(): unimplemented' USING ERRCODE = '0A000'; END $$`,
  ],
];

async function expectRefusal(fault: string, version: string, isMigrated: boolean): Promise<void> {
  const migrated = await runHere(migrateCommand(), ['--database-url', database.url]);
  expect(migrated).toMatchObject({ exitCode: 1, stdout: '' });
  expect(migrated.stderr).toContain(`unsupported_database: the server (${version}) ${fault}`);
  await expect(openStore(database.url)).rejects.toThrow(`unsupported_database: the server (${version}) ${fault}`);
  const tables = await database.run("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'public'");
  expect(tables.length > 0).toBe(isMigrated);
}

test.each(engines)(
  'an engine that %s is refused by its name, and left as it was',
  async (_, fault, version, ...statements) => {
    await imitate([...statements, name(version)], { isMigrated: false });
    await expectRefusal(fault, version, false);
  },
);

test('an engine is refused also after a migration elsewhere', async () => {
  const [[, fault, version, ...statements] = ['', '', '']] = engines;
  await imitate([...statements, name(version)], { isMigrated: true });
  await expectRefusal(fault, version, true);
});

test('a sequence whose ids sessions draw in advance is refused', async () => {
  await imitate(['ALTER SEQUENCE pending_events_id_seq CACHE 20'], { isMigrated: true });
  await expect(openStore(database.url)).rejects.toThrow('does not draw the ids of events from one sequence');
});

test('the proof of the engine leaves no event and draws no id', async () => {
  await imitate([], { isMigrated: true });
  await (await openStore(database.url)).close();
  expect(await database.run('SELECT last_value, is_called FROM pending_events_id_seq')).toEqual([[1n, false]]);
  expect(await database.run('SELECT id FROM pending_events')).toEqual([]);
});
