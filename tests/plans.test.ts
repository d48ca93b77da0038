import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStorage } from '../src/storage.ts';
import { findPets, type PetFilters, petStatuses } from '../src/store/pets.ts';
import { seek as seekOnPostgres } from '../src/store/postgres/seek.ts';
import { seek as seekOnSqlite } from '../src/store/sqlite/seek.ts';
import type { Seek } from '../src/store/statement.ts';
import { postgres, type ScratchDatabase, sqlite } from './support/engines.ts';

/** The statement that a list sends to its engine. */
function textOf(seek: Seek, filters: PetFilters): string {
  const texts: string[] = [];
  const query = ({ text }: { text: string }) => {
    texts.push(text);
    return [];
  };
  findPets({ query, seek }, filters, { after: 500n, limit: 21 });
  return texts.join();
}

/** Many sold animals, of which a catalogue gets more every day, and few others. */
const manySold = `
  INSERT INTO pets (name, category_id, status)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
  SELECT 'Frank', n % 3, CASE WHEN n % 1000 < 5 THEN 'available' WHEN n % 1000 < 10 THEN 'pending' ELSE 'sold' END FROM numbers`;

const filters: PetFilters[] = [
  ...petStatuses.map((status) => ({ status })),
  { categoryId: 1n },
  ...petStatuses.map((status) => ({ status, categoryId: 1n })),
];

/** The index by which animals with such filters are found. */
const indexOnSqlite = ({ status, categoryId }: PetFilters) =>
  ['pets_by', categoryId && 'category', categoryId && status && 'and', status && 'status'].filter(Boolean).join('_');
const indexOnPostgres = ({ status, categoryId }: PetFilters) =>
  ['pets', status, categoryId && 'by_category'].filter(Boolean).join('_');

describe.each([
  ['SQLite', sqlite, seekOnSqlite, 'EXPLAIN QUERY PLAN', indexOnSqlite],
  ['PostgreSQL', postgres, seekOnPostgres, 'EXPLAIN (GENERIC_PLAN)', indexOnPostgres],
] as const)('on %s', (_, engine, seek, explain, indexOf) => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await engine.makeDatabase();
    await (await openStorage(database.url)).close();
    await database.run(manySold);
  });
  afterAll(() => database.remove());

  describe.each(['without', 'with'])('%s statistics', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with') await database.run('ANALYZE');
    });

    const named = filters.map((filter) => [Object.values(filter).join(', category '), filter] as const);
    test.each(named)('a page of %s reads no other animals and sorts nothing', async (_, filter) => {
      const plan = String(await database.run(`${explain} ${textOf(seek, filter)}`));
      expect(plan).toMatch(new RegExp(`(?:SEARCH pets USING INDEX|Index Scan using) ${indexOf(filter)} `));
      expect(plan).not.toMatch(/Sort|Filter|TEMP B-TREE/);
    });
  });
});
