import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateStore, planMigration } from '../../src/store/open-store.ts';
import { draftReleasedAs, draftVersion, schemaVersion } from '../../src/store/schema.ts';
import { loadReleased } from '../support/data/released-data.ts';
import { type Engine, engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { dumpSchema } from '../support/postgres/postgres-dump.ts';

/** There is one schema, however a database has come to it; `released-data.test.ts` compares those of all releases. */
const databases: ScratchDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.remove();
});
async function makeDatabase(engine: Engine, options?: { isMigrated: boolean }): Promise<ScratchDatabase> {
  const database = await engine.makeDatabase(options);
  databases.push(database);
  return database;
}
async function load(release: string, engine: Engine): Promise<ScratchDatabase> {
  const { database } = await loadReleased(release, engine);
  databases.push(database);
  return database;
}
/** White space between the words of a statement means nothing, nor do comments. */
const normalize = (sql: string) =>
  sql
    .replaceAll(/--.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim();

const versionOf = (engine: Engine, version: number) =>
  engine === sqlite ? `PRAGMA user_version = ${version}` : `UPDATE petstore_schema SET version = ${version}`;

describe.each(engines)('on $name', (engine) => {
  test('the schema in the documents is that of a new database', async () => {
    const fresh = await makeDatabase(engine, { isMigrated: true });
    await migrateStore(fresh.url);
    const documented = await makeDatabase(engine);
    const file = join(import.meta.dir, `../../docs/schema.${engine === sqlite ? 'sqlite' : 'postgres'}.sql`);
    const statements = readFileSync(file, 'utf8').match(/^CREATE TRIGGER.*?^END;$|^CREATE .*?;$/gms) ?? [];
    for (const statement of statements) await documented.run(statement);
    const texts = async (database: ScratchDatabase) => (await dumpSchema(database, engine)).map(normalize);
    expect(await texts(documented)).toEqual(await texts(fresh));
  });

  test('a database of version 10 with other indexes, columns and triggers is refused, with what differs and the way out, and is not changed', async () => {
    const database = await load('schema-10', engine);
    const trigger =
      engine === sqlite
        ? ['CREATE TRIGGER back AFTER UPDATE ON keys BEGIN DELETE FROM pets; END']
        : [
            'CREATE FUNCTION back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
            'CREATE TRIGGER back BEFORE UPDATE ON keys FOR EACH ROW EXECUTE FUNCTION back()',
          ];
    const refusals: string[] = [];
    for (const [change, difference] of [
      [['DROP INDEX open_orders'], /open_orders.* is missing/],
      [['ALTER TABLE pets ADD COLUMN age INTEGER'], /"pets" is changed|column age integer of pets is unknown/],
      [['ALTER TABLE keys DROP COLUMN last_used_at'], /"keys" is changed|column last_used_at .* is missing/],
      [trigger, /trigger "back".* is unknown/],
    ] as const) {
      for (const sql of change) await database.run(sql);
      const before = await dumpSchema(database, engine);
      const refused = await migrateStore(database.url).catch(String);
      expect(refused).toMatch(difference);
      refusals.push(String(refused));
      expect(await dumpSchema(database, engine)).toEqual(before);
    }
    expect(refusals[0]).toContain('has schema version 10, but another schema than the last build of that version');
    expect(refusals[0]).toContain(
      'Drop what you have added yourself. If an earlier build has made it so, take the animals out',
    );
  });

  test('a database of a version that no release has is refused by its name, with the way out', async () => {
    const database = await makeDatabase(engine, { isMigrated: true });
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

  // PostgreSQL has no file to copy.
  if (engine !== sqlite) return;
  test('a database of version 10 is copied only before a change that 1.1.0 does not have', async () => {
    const database = await load('schema-10', engine);
    const copy = schemaVersion > draftReleasedAs ? { copy: expect.any(String) } : {};
    expect(await migrateStore(database.url)).toEqual({ from: draftVersion, to: schemaVersion, ...copy });
    expect(await migrateStore(database.url)).toEqual({ from: schemaVersion, to: schemaVersion });
  });
});
