import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { petStatuses } from '../../../contract/pet.ts';
import { timeZone } from '../../../contract/time-zone.ts';
import { findInOrder, findSortedListings, type ListingQuery } from '../../../src/animals/listings/sorted-sql.ts';
import { findSortedPets } from '../../../src/animals/pets/sorted-sql.ts';
import { findChangeTimes, findPets, type PetFilters, skipPets } from '../../../src/animals/pets/sql.ts';
import { orderStatuses } from '../../../src/homes/orders/model.ts';
import { findOrders, type OrderFilters } from '../../../src/homes/orders/sql.ts';
import { findEvents } from '../../../src/record/events/sql.ts';
import { findInventory, findInventoryTotals } from '../../../src/record/inventory/sql.ts';
import { findDailyActivity } from '../../../src/record/statistics/sql.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { postgresDialect } from '../../../src/store/postgres/dialect.ts';
import { sqliteDialect } from '../../../src/store/sqlite/dialect.ts';
import type { Reader } from '../../../src/store/statement.ts';
import { noteStatements, textOf } from '../../support/data/read-statements.ts';
import { postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';

const slice = { after: 500n, limit: 21 };
const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)';

/** Many finished rows, which accumulate every day, and few active ones. */
const content = [
  `INSERT INTO pets (name, name_key, updated_at, category_id, status) ${numbers}
   SELECT 'Frank', 'frank ' || n, n, n % 3, CASE WHEN n % 1000 < 5 THEN 'available' WHEN n % 1000 < 10 THEN 'pending' ELSE 'sold' END
   FROM numbers`,
  `INSERT INTO pet_profiles (pet_id, species, sex, description) ${numbers}
   SELECT n, CASE WHEN n % 2 = 0 THEN 'Cat' ELSE 'Dog' END, 'female', '${'calm '.repeat(60)}' FROM numbers`,
  `INSERT INTO pet_tags (pet_id, tag) ${numbers} SELECT n, 'calm' FROM numbers`,
  `INSERT INTO pet_texts (pet_id, words) ${numbers} SELECT n, 'frank ' || n || '${' calm'.repeat(60)}' FROM numbers`,
  `INSERT INTO orders (pet_id, status, created_at, updated_at) ${numbers}
   SELECT n, CASE WHEN n % 1000 < 5 THEN 'placed' WHEN n % 1000 < 10 THEN 'cancelled' ELSE 'completed' END, 1, 1
   FROM numbers`,
  `INSERT INTO events (id, type, at, pet_id, name, category_id, status) ${numbers}
   SELECT n, 'pet.created', 1, n, 'Frank', n % 3, 'sold' FROM numbers`,
  `INSERT INTO daily_statistics (day, category_id, added, adopted, returned, removed) ${numbers}
   SELECT n % 100, n, 1, 0, 0, 0 FROM numbers`,
  "INSERT INTO event_marks (name, event_id) VALUES ('inventory', 19900)",
];

const petFilters: PetFilters[] = [
  ...petStatuses.map((status) => ({ status })),
  { categoryId: 1n },
  ...petStatuses.map((status) => ({ status, categoryId: 1n })),
];
const orderFilters: OrderFilters[] = [...orderStatuses.map((status) => ({ status })), { petId: 600n }];

/** The index that finds animals with such filters. */
const petIndexOnSqlite = ({ status, categoryId }: PetFilters) =>
  ['pets_by', categoryId && 'category', categoryId && status && 'and', status && 'status'].filter(Boolean).join('_');
const petIndexOnPostgres = ({ status, categoryId }: PetFilters) =>
  ['pets', status, categoryId && 'by_category'].filter(Boolean).join('_');
const orderIndexOnSqlite = ({ petId }: OrderFilters) => (petId === undefined ? 'orders_by_status' : 'orders_by_pet');
const orderIndexOnPostgres = ({ status }: OrderFilters) =>
  status === undefined ? 'orders_by_pet' : `orders_${status}`;

const nameOf = (filters: object) =>
  Object.entries(filters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

describe.each([
  ['SQLite', sqlite, sqliteDialect, 'EXPLAIN QUERY PLAN', petIndexOnSqlite, orderIndexOnSqlite],
  ['PostgreSQL', postgres, postgresDialect, 'EXPLAIN (GENERIC_PLAN)', petIndexOnPostgres, orderIndexOnPostgres],
] as const)('on %s', (_, engine, dialect, explain, petIndexOf, orderIndexOf) => {
  let database: ScratchDatabase;
  const planOf = async (read: (db: Reader) => unknown) =>
    String(await database.run(`${explain} ${textOf(dialect, read)}`));
  beforeAll(async () => {
    database = await engine.makeDatabase({ isMigrated: true });
    await migrateStore(database.url);
    for (const sql of content) await database.run(sql);
  });
  afterAll(() => database.remove());

  describe.each(['without', 'with'])('%s statistics', (statistics) => {
    beforeAll(async () => {
      // VACUUM moves new entries into the indexes of words, as it does in the background.
      if (statistics === 'with') await database.run(engine === postgres ? 'VACUUM ANALYZE' : 'ANALYZE');
    });

    const pages = [
      ...petFilters.map((filters) => {
        const read = (db: Reader) => findPets(db, filters, slice);
        return [`animals of ${nameOf(filters)}`, read, `pets USING INDEX|using`, petIndexOf(filters)] as const;
      }),
      ...petStatuses.flatMap((status) => {
        const find = (db: Reader) => findChangeTimes(db, status, 500n, 20, 20_000n);
        const skip = (db: Reader) => skipPets(db, status, 500n, 20);
        const [words, index] = ['pets USING (?:COVERING )?INDEX|using', petIndexOf({ status })];
        return [
          [`the sitemap of ${status} animals`, find, words, index] as const,
          [`the index of sitemaps of ${status} animals`, skip, words, index] as const,
        ];
      }),
      ...orderFilters.map((filters) => {
        const read = (db: Reader) => findOrders(db, filters, slice);
        return [`orders of ${nameOf(filters)}`, read, `orders USING INDEX|using`, orderIndexOf(filters)] as const;
      }),
    ];
    test.each(pages)('a page of %s reads only its own rows and sorts nothing', async (_, read, words, index) => {
      const plan = await planOf(read);
      expect(plan).toMatch(new RegExp(`(?:${words}) ${index} `));
      expect(plan).toMatch(/SEARCH|Index (?:Only )?Scan/);
      // Whether the public may see an animal stands in one other row.
      const own = plan.replace(/SubPlan 1, *-> {2}Index Scan using pet_profiles_pkey .*/, '');
      expect(own).not.toMatch(/Sort|Filter|TEMP B-TREE/);
    });

    if (engine === sqlite) {
      const byCategory = petFilters.filter(({ categoryId }) => categoryId !== undefined);
      test.each(byCategory.map((filters) => [nameOf(filters), filters] as const))(
        'of %s, animals that are in no index yet are sought from the last one that is',
        async (_, filters) => {
          const code = await database.run(`EXPLAIN ${textOf(dialect, (db) => findPets(db, filters, slice))}`);
          const named = (name: string) => code.filter(([, found]) => found === name).map((one) => one.map(Number));
          // The ids of an index begin at a parameter, and those of the others at what was read from `pets_indexed`.
          const parameters = named('Variable').map(([, , , register = 0]) => register);
          const starts = named('SeekGT').map(([, , , , first = 0, fields = 0]) => first + Math.max(1, fields) - 1);
          expect(starts.map((register) => parameters.includes(register))).toEqual([true, false]);
        },
      );
    }

    const scans: ListingQuery[] = [
      { sex: ['male'] },
      { sex: ['male'], status: 'available' },
      { sex: ['male'], categoryId: 1n },
      { sex: ['male'], species: ['Cat'] },
      {
        changedSince: 5n,
        tag: ['calm', 'indoor'],
        status: 'sold',
        categoryId: 1n,
        size: ['small'],
        goodWith: ['cats'],
      },
    ];
    test.each(scans.map((filters) => [nameOf(filters), filters] as const))(
      'a page of listings with %s reads one range of an index, other tables by key, and each profile once',
      async (_, filters) => {
        const { texts, reader } = noteStatements(dialect, [[2_500n]]);
        await findInOrder(reader, filters, slice);
        const own = texts.filter((text) => !text.includes('FROM spellings WHERE field'));
        expect(own).toHaveLength(2 * dialect.steps);
        for (const text of new Set(own)) {
          expect(text).not.toMatch(/FROM pet_profiles.*FROM pet_profiles/s);
          const plan = String(await database.run(`${explain} ${text}`));
          expect(plan).not.toMatch(/SCAN (?!pets_indexed)|Seq Scan|Hash|Merge|TEMP B-TREE/);
          expect(plan).toMatch(/SEARCH|Index (?:Only )?Scan/);
        }
      },
    );

    test.each(['name', '-updatedAt'] as const)(
      'a page in the order %s reads only its own rows and sorts nothing',
      async (sort) => {
        const key = sort === 'name' ? 'frank' : 7n;
        const { texts, reader } = noteStatements(dialect);
        await findSortedPets(reader, { sort }, { after: 500n, key, limit: 20 });
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) {
          const plan = String(await database.run(`${explain} ${text}`));
          expect(plan).toMatch(
            /SEARCH pet_(?:names|changes) USING PRIMARY KEY|Index Scan (?:Backward )?using pets_by_(?:name|updated_at) /,
          );
          // SQLite sorts the animals that are not in the index yet, and merges them with those that are.
          expect(plan).not.toMatch(/Sort|Filter|SCAN pets?\b/);
          expect(plan.split('TEMP B-TREE').length - 1).toBeLessThanOrEqual(engine === sqlite ? 1 : 0);
        }
      },
    );

    test.each([
      ['two statuses', {}],
      ['two statuses of a category', { categoryId: 1n }],
    ])('a page of listings with %s reads the first of each', async (_, filters) => {
      const statuses = ['available', 'pending'] as const;
      const { texts, reader } = noteStatements(dialect);
      await findInOrder(reader, { ...filters, statuses }, slice);
      await findInOrder(reader, { ...filters, statuses, sex: ['male'] }, slice);
      await findInOrder(reader, { ...filters, statuses, sort: '-createdAt' }, slice);
      expect(texts).toHaveLength(4);
      // Without statistics PostgreSQL would rather sort so few rows.
      if (engine === postgres && statistics === 'without') return;
      for (const text of texts) {
        const plan = String(await database.run(`${explain} ${text}`));
        // On SQLite each status is read from an index and from the newest animals.
        const searches = engine === sqlite && 'categoryId' in filters ? 4 : 2;
        expect(plan.match(/SEARCH pets |Index (?:Only )?Scan (?:Backward )?using pets_\w+/g)).toHaveLength(searches);
        expect(plan).not.toMatch(/SCAN pets\b(?!_)|Seq Scan/);
      }
    });

    test('a search reads an index of words, and rows only in their order', async () => {
      const plans: string[] = [];
      // As if there were more rows: then no step ends early.
      const endless: Reader['query'] = async ({ text }, params) => {
        plans.push(String(await database.run(`${explain} ${text}`)));
        return text.includes('OFFSET') ? ([[params[0] ?? 1n, 1n]] as never) : [];
      };
      for (const sort of ['id', '-id', 'name', '-updatedAt'] as const) {
        await findSortedPets({ dialect, query: endless }, { sort, terms: ['rosi'] }, { after: undefined, limit: 20 });
      }
      expect(plans.length).toBeGreaterThan(8);
      // Without statistics PostgreSQL would rather read so small a table.
      if (engine === postgres && statistics === 'without') return;
      expect(plans.join('\n')).toMatch(/pet_words VIRTUAL TABLE INDEX|Bitmap Index Scan on pets_by_words/);
      expect(plans.join('\n')).not.toMatch(/SCAN pets(?! USING (?:COVERING )?INDEX)[^,]*TEMP B-TREE|AUTOMATIC/);
    });

    test('a search of listings reads the indexes of words, and rows by key', async () => {
      const plans: string[] = [];
      const endless: Reader['query'] = async ({ text }, params) => {
        plans.push(String(await database.run(`${explain} ${text}`)));
        if (text.includes('OFFSET')) return [[params[0] ?? 1n, 1n]] as never;
        return text.startsWith('SELECT count(*) FROM (SELECT ') ? ([[10_000n]] as never) : [];
      };
      const query = { terms: ['rosi'], species: ['Cat'], tag: ['calm'], sex: ['male'] } as const;
      for (const sort of ['id', '-id', 'name', '-updatedAt'] as const) {
        await findSortedListings({ dialect, query: endless }, { ...query, sort }, { after: undefined, limit: 20 });
      }
      expect(plans.length).toBeGreaterThan(8);
      // Without statistics PostgreSQL would rather read so small a table.
      if (engine === postgres && statistics === 'without') return;
      const all = plans.join('\n');
      expect(all).toMatch(/pet_words VIRTUAL TABLE INDEX|Bitmap Index Scan on pets_by_words/);
      expect(all).toMatch(/pet_text_words VIRTUAL TABLE INDEX|Bitmap Index Scan on pet_texts_by_words/);
      expect(all).not.toMatch(
        /SCAN (?:pet_texts|pet_profiles|pet_tags|other)|AUTOMATIC|Seq Scan on pet_(?:texts|tags)/,
      );
    });

    test('a page of events reads only its own rows and sorts nothing', async () => {
      const plan = await planOf((db) => findEvents(db, slice));
      expect(plan).toMatch(/SEARCH events USING INTEGER PRIMARY KEY|Index Scan using events_pkey/);
      expect(plan).not.toMatch(/Sort|Filter|TEMP B-TREE/);
    });

    test('the inventory reads no animals, and only those events that are not counted yet', async () => {
      const plan = await planOf(findInventory);
      expect(plan).not.toMatch(/SCAN events|Seq Scan on events|pets/);
    });

    test('totals read no rows of single categories', async () => {
      const days = { from: 1n, to: 100n, categoryId: undefined, isByCategory: false, zone: timeZone('UTC'), now: 0n };
      for (const read of [findInventoryTotals, (db: Reader) => findDailyActivity(db, days)]) {
        const plan = await planOf(read);
        expect(plan).toMatch(/inventory_totals|daily_totals/);
        expect(plan).not.toMatch(
          /\b(?:on|SCAN|SEARCH) inventory\b|daily_statistics|SCAN events|Seq Scan on events|pets/,
        );
      }
    });

    test('statistics of a category read no other category', async () => {
      const days = { from: 1n, to: 100n, categoryId: 7n, isByCategory: false, zone: timeZone('UTC'), now: 0n };
      const plan = await planOf((db) => findDailyActivity(db, days));
      expect(plan).toMatch(
        /daily_statistics_by_category \(category_id=. AND day>. AND day<.\)|using daily_statistics_/i,
      );
    });
  });
});
