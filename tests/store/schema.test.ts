import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateStore, planMigration } from '../../src/store/open-store.ts';
import { draftReleasedAs, draftVersion, schemaVersion } from '../../src/store/schema.ts';
import { loadReleased, releasesOf } from '../support/data/released-data.ts';
import { type Engine, engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { dumpPostgres } from '../support/postgres/postgres-dump.ts';

/** There is one schema, however a database has come to it. */
const databases: ScratchDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.remove();
});
async function makeDatabase(engine: Engine): Promise<ScratchDatabase> {
  const database = await engine.makeDatabase();
  databases.push(database);
  return database;
}
async function load(release: string, engine: Engine): Promise<ScratchDatabase> {
  const { database } = await loadReleased(release, engine);
  databases.push(database);
  return database;
}
/** All statements that would make the schema again. */
async function dump({ run }: ScratchDatabase, engine: Engine): Promise<string[]> {
  const lines =
    engine === sqlite
      ? (await run('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL')).flat().map(String)
      : (await dumpPostgres(run)).split('\n').filter((line) => !/^(INSERT|SELECT)/.test(line));
  return lines.toSorted();
}
/** White space between the words of a statement means nothing, nor do comments. */
const normalize = (sql: string) =>
  sql
    .replaceAll(/--.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

/** What ANALYZE keeps of columns with personal data. */
const findSamples = `SELECT CAST(tablename AS TEXT), CAST(attname AS TEXT) FROM pg_stats
  WHERE tablename IN ('inquiries', 'keys') AND attname IN ('name', 'email', 'phone', 'message', 'note')`;

const versionOf = (engine: Engine, version: number) =>
  engine === sqlite ? `PRAGMA user_version = ${version}` : `UPDATE petstore_schema SET version = ${version}`;

describe.each(engines)('on $name', (engine) => {
  test('a new database, those of all releases and one of version 10 have the same schema', async () => {
    const fresh = await makeDatabase(engine);
    await migrateStore(fresh.url);
    const expected = await dump(fresh, engine);
    expect(expected.length).toBeGreaterThan(60);
    const others = releasesOf(engine);
    expect(others).toContain('schema-10');
    for (const release of others) {
      const database = await load(release, engine);
      const samples = async () => (engine === sqlite ? [] : await database.run(findSamples));
      if (engine !== sqlite) await database.run('ANALYZE');
      const before = await samples();
      await migrateStore(database.url);
      expect([release, await dump(database, engine)]).toEqual([release, expected]);
      expect([before.length > 0, await samples()]).toEqual([engine !== sqlite, []]);
    }
  });

  test('the schema in the documents is that of a new database', async () => {
    const fresh = await makeDatabase(engine);
    await migrateStore(fresh.url);
    const documented = await makeDatabase(engine);
    const file = join(import.meta.dir, `../../docs/schema.${engine === sqlite ? 'sqlite' : 'postgres'}.sql`);
    const statements = readFileSync(file, 'utf8').match(/^CREATE TRIGGER.*?^END;$|^CREATE .*?;$/gms) ?? [];
    for (const statement of statements) await documented.run(statement);
    const texts = async (database: ScratchDatabase) => (await dump(database, engine)).map(normalize);
    expect(await texts(documented)).toEqual(await texts(fresh));
  });

  test.each([
    ['an index less', 'DROP INDEX open_orders', /open_orders.* is missing/],
    [
      'a column more',
      'ALTER TABLE pets ADD COLUMN age INTEGER',
      /"pets" is changed|column age integer of pets is unknown/,
    ],
    [
      'a column less',
      'ALTER TABLE keys DROP COLUMN last_used_at',
      /"keys" is changed|column last_used_at .* is missing/,
    ],
    ['a foreign trigger', undefined, /trigger "back".* is unknown/],
  ])(
    'a database of version 10 with %s is refused, with what differs and the way out, and is not changed',
    async (_, sql, difference) => {
      const database = await load('schema-10', engine);
      if (sql !== undefined) await database.run(sql);
      else if (engine === sqlite)
        await database.run('CREATE TRIGGER back AFTER UPDATE ON keys BEGIN DELETE FROM pets; END');
      else {
        await database.run('CREATE FUNCTION back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$');
        await database.run('CREATE TRIGGER back BEFORE UPDATE ON keys FOR EACH ROW EXECUTE FUNCTION back()');
      }
      const before = await dump(database, engine);
      const refused = await migrateStore(database.url).catch(String);
      expect(refused).toMatch(difference);
      expect(refused).toContain('has schema version 10, but another schema than the last build of that version');
      expect(refused).toContain(
        'Drop what you have added yourself. If an earlier build has made it so, take the animals out',
      );
      expect(await dump(database, engine)).toEqual(before);
    },
  );

  test('a database of a version that no release has is refused by its name, with the way out', async () => {
    const database = await makeDatabase(engine);
    await migrateStore(database.url);
    for (const version of engine === sqlite ? [2, 9] : [1, 2, 9]) {
      await database.run(versionOf(engine, version));
      const refused = await migrateStore(database.url).catch(String);
      expect(refused).toContain(
        `has schema version ${version}, which no release has: it was made by a build from before 1.1.0.`,
      );
      expect(refused).toContain(
        'Run "petstore migrate" of the last such build, which leads to version 10, and then start',
      );
      expect(await planMigration(database.url).catch(String)).toBe(refused);
    }
  });

  test('a database of version 10 is copied only before a change that 1.1.0 does not have', async () => {
    const database = await load('schema-10', engine);
    const isChanged = engine === sqlite && schemaVersion > draftReleasedAs;
    const copy = isChanged ? { copy: expect.any(String) } : {};
    expect(await migrateStore(database.url)).toEqual({ from: draftVersion, to: schemaVersion, ...copy });
    expect(await migrateStore(database.url)).toEqual({ from: schemaVersion, to: schemaVersion });
  });
});
