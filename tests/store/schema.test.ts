import { expect, test } from 'bun:test';
import { migrateStore, planMigration } from '../../src/store/open-store.ts';
import { type Engine, engines, sqlite } from '../support/engines.ts';

const versionOf = (engine: Engine, version: number) =>
  engine === sqlite ? `PRAGMA user_version = ${version}` : `UPDATE petstore_schema SET version = ${version}`;

test.each(engines)(
  'on $name, a version that no release has is refused by its name, with the way out',
  async (engine) => {
    const database = await engine.makeDatabase({ isMigrated: true });
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
    await database.remove();
  },
);
