import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateStore, planMigration } from '../../src/store/open-store.ts';
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

  test('a database of a version that no release has is refused by its name, with the way out', async () => {
    const database = await makeDatabase(engine, { isMigrated: true });
    await migrateStore(database.url);
    for (const version of engine === sqlite ? [2, 10] : [1, 2, 10]) {
      await database.run(versionOf(engine, version));
      const refused = await migrateStore(database.url).catch(String);
      expect(refused).toContain(
        `has schema version ${version}, which no release has: it was made by a build from before 1.1.0.`,
      );
      expect(refused).toContain(
        'Run "petstore migrate" of the last such build, which leads to version 10, then that of release 1.1.0',
      );
      expect(await planMigration(database.url).catch(String)).toBe(refused);
    }
  });
});
