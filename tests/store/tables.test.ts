import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrateStore } from '../../src/store/open-store.ts';
import { tables } from '../../src/store/tables.ts';
import { postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';

let database: ScratchDatabase;
const rows = async (sql: string) => (await database.run(sql)).map((row) => [...row].map(String));
const names = tables().map(({ name }) => name);
const sorted = (list: Iterable<string>) => [...list].sort();

/** The description of each table in the list, with the type names of PostgreSQL. */
const kinds = { integer: 'bigint', text: 'text' };
const listed = Object.fromEntries(
  tables().map(({ name, columns, key, givesIds }) => [
    name,
    { columns: Object.entries(columns).map(([column, kind]) => [column, kinds[kind]]), key, givesIds },
  ]),
);

describe('the list of tables matches the schema', () => {
  describe('on SQLite', () => {
    beforeAll(async () => {
      database = await sqlite.makeDatabase({ isMigrated: true });
      await migrateStore(database.url);
    });
    afterAll(() => database.remove());

    test('with every table after those that it references', async () => {
      for (const [index, name] of names.entries()) {
        const targets = (await rows(`SELECT "table" FROM pragma_foreign_key_list('${name}')`)).flat();
        expect(targets.filter((target) => !names.slice(0, index).includes(target))).toEqual([]);
      }
    });
  });

  describe('on PostgreSQL', () => {
    beforeAll(async () => {
      database = await postgres.makeDatabase({ isMigrated: true });
      await migrateStore(database.url);
    });
    afterAll(() => database.remove());

    const inSchema = "table_schema = 'public'";

    test('in every table, column, kind and key', async () => {
      const found = await rows(
        `SELECT table_name FROM information_schema.tables WHERE ${inSchema} AND table_type = 'BASE TABLE'`,
      );
      expect(sorted(found.flat())).toEqual(sorted([...names, 'petstore_schema', 'petstore_writers']));
      const described: Record<string, object> = {};
      for (const name of names) {
        const columns = await rows(
          `SELECT column_name, data_type FROM information_schema.columns
           WHERE ${inSchema} AND table_name = '${name}' ORDER BY ordinal_position`,
        );
        const key = await rows(
          `SELECT column_name FROM information_schema.key_column_usage NATURAL JOIN information_schema.table_constraints
           WHERE ${inSchema} AND table_name = '${name}' AND constraint_type = 'PRIMARY KEY' ORDER BY ordinal_position`,
        );
        const sequences = await rows(
          `SELECT pg_get_serial_sequence('${name}', column_name) FROM information_schema.columns
           WHERE ${inSchema} AND table_name = '${name}' AND is_identity = 'YES'`,
        );
        if (sequences.length > 0) expect(sequences).toEqual([[`public.${name}_id_seq`]]);
        described[name] = { columns, key: key.flat(), givesIds: sequences.length > 0 };
      }
      expect(described).toEqual(listed);
    });

    test('and its text keys are compared byte by byte', async () => {
      for (const { name, columns, key } of tables()) {
        for (const column of key.filter((part) => columns[part] === 'text')) {
          const collation = await rows(
            `SELECT collation_name FROM information_schema.columns
             WHERE ${inSchema} AND table_name = '${name}' AND column_name = '${column}'`,
          );
          expect([name, column, collation]).toEqual([name, column, [['C']]]);
        }
      }
    });
  });
});
