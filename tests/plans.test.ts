import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStorage } from '../src/storage.ts';
import { findPets, type PetFilters, petStatuses } from '../src/store/pets.ts';
import { postgres, type ScratchDatabase, sqlite } from './support/engines.ts';

/** The statement that a list sends to its engine. */
function textOf(filters: PetFilters): string {
  const texts: string[] = [];
  const query = ({ text }: { text: string }) => {
    texts.push(text);
    return [];
  };
  findPets({ query }, filters, { after: 500n, limit: 21 });
  return texts.join();
}

/** Many sold animals, of which a catalogue gets more every day, and few others. */
const manySold = `
  INSERT INTO pets (name, category_id, status)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
  SELECT 'Frank', n, CASE WHEN n % 1000 = 0 THEN 'available' ELSE 'sold' END FROM numbers`;

describe.each([
  ['SQLite', sqlite, 'EXPLAIN QUERY PLAN', (plan: string) => plan.includes('SEARCH pets USING INDEX pets_by_status')],
  [
    'PostgreSQL',
    postgres,
    'EXPLAIN (GENERIC_PLAN)',
    (plan: string) => /Index Scan using pets_(?:available|pending|sold) on/.test(plan),
  ],
] as const)('on %s', (_, engine, explain, usesIndex) => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await engine.makeDatabase();
    await (await openStorage(database.url)).close();
    await database.run(manySold);
    await database.run('ANALYZE');
  });
  afterAll(() => database.remove());

  test.each(petStatuses)('a page of the animals that are %s reads no others and sorts nothing', async (status) => {
    const plan = String(await database.run(`${explain} ${textOf({ status })}`));
    expect([plan, usesIndex(plan)]).toEqual([plan, true]);
    expect(plan).not.toMatch(/Sort|Filter|TEMP B-TREE/);
  });
});
