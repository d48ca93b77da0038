import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countFacets, type FacetSearch } from '../../../src/animals/listings/facet-rules.ts';
import { findSortedListings } from '../../../src/animals/listings/sorted-sql.ts';
import type { Reader } from '../../../src/store/statement.ts';
import { type FilledDatabase, openFilled } from '../../support/data/sorted-pages.ts';
import { engines, postgres } from '../../support/engines.ts';

/** More than are read for a count. */
const animals = 45_000;
const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals})`;
/** One in a hundred is available, and one in a thousand has the tag. */
const content = [
  `INSERT INTO pets (name, name_key, category_id, status, updated_at) ${numbers}
   SELECT 'Frank', 'frank', n % 3, CASE WHEN n % 100 = 0 THEN 'available' ELSE 'sold' END, n FROM numbers`,
  `INSERT INTO pet_profiles (pet_id, species, sex, good_with_dogs) ${numbers}
   SELECT n, CASE WHEN n % 4 < 2 THEN 'Cat' ELSE 'Dog' END, CASE WHEN n % 2 = 0 THEN 'male' ELSE 'female' END, 1 FROM numbers`,
  `INSERT INTO pet_tags (pet_id, tag) ${numbers} SELECT n, 'calm' FROM numbers WHERE n % 1000 = 0`,
  'INSERT INTO inventory (category_id, status, animals) SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status',
  'INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status',
];

describe.each(engines)('facets of very many animals on $name', (engine) => {
  let filled: FilledDatabase;
  beforeAll(async () => {
    filled = await openFilled(engine, [...content, 'ANALYZE']);
  });
  afterAll(() => filled.close());

  /** What a read returns, the texts of its statements, and how often other tasks could run in between. */
  async function trace<Result>(read: (db: Reader) => Result | Promise<Result>) {
    const texts: string[] = [];
    let turns = 0;
    let timer = setImmediate(function count() {
      turns++;
      timer = setImmediate(count);
    });
    const reader: Reader = {
      dialect: filled.store.reader.dialect,
      query(statement, params) {
        texts.push(statement.text);
        return filled.store.reader.query(statement, params);
      },
    };
    const result = await read(reader);
    clearImmediate(timer);
    return { result, texts, turns };
  }

  const traceFacets = async (query: FacetSearch) => {
    const { result, ...traced } = await trace((db) => countFacets(db, query, 0n));
    return { ...result, ...traced };
  };

  test('counts of all animals are exact where the inventory has them, and else lower bounds that say so', async () => {
    const { facets, total, texts, turns } = await traceFacets({});
    expect(total).toBe(BigInt(animals));
    expect(facets.status).toEqual({
      isComplete: true,
      values: [
        { value: 'sold', count: 44_550n },
        { value: 'available', count: 450n },
      ],
    });
    expect(facets.categoryId.values.map(({ count }) => count)).toEqual([15_000n, 15_000n, 15_000n]);
    for (const name of ['species', 'sex', 'size', 'goodWith', 'tag'] as const) {
      expect(facets[name].isComplete).toBe(false);
      const counted = facets[name].values.reduce((sum, { count }) => sum + count, 0n);
      expect(counted).toBe(name === 'size' ? 0n : name === 'tag' ? 10n : 10_000n);
    }
    expect(texts.length).toBeLessThan(80);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  test('counts of a few among very many animals are exact', async () => {
    const { facets, total } = await traceFacets({ status: ['available'], sex: ['male'], species: ['Cat'] });
    expect(total).toBe(450n);
    expect(facets.sex).toEqual({ isComplete: true, values: [{ value: 'male', count: 450n }] });
    expect(facets.tag).toEqual({ isComplete: true, values: [{ value: 'calm', count: 45n }] });
    expect(facets.status.isComplete).toBe(false);
  });

  test('rare animals end a count that would read all of them', async () => {
    const { facets, total, texts } = await traceFacets({ changedSince: BigInt(animals) - 10n, sex: ['male'] });
    expect(total).toBeUndefined();
    expect(facets.tag).toEqual({ isComplete: false, values: [] });
    expect(texts.length).toBeLessThan(100 * filled.store.reader.dialect.steps);
  });

  test('an empty page ends after many animals, in parts between which other requests are served', async () => {
    const range = { after: undefined, limit: 20 };
    const scanned = await trace((db) => findSortedListings(db, { size: ['small'] }, range));
    expect(scanned.result).toEqual({ rows: [], next: { id: 40_000n } });
    const sorted = await trace((db) => findSortedListings(db, { size: ['small'], sort: '-id' }, range));
    expect(sorted.result).toEqual({ rows: [], next: { id: 5_001n, key: undefined } });
    for (const { texts, turns } of [scanned, sorted]) {
      const { steps } = filled.store.reader.dialect;
      expect(texts.length).toBeLessThan(50 * steps);
      expect(turns).toBeGreaterThanOrEqual(20 * steps - 1);
    }
  });

  test('every statement reads ranges of indexes and rows by key', async () => {
    const explain = engine === postgres ? 'EXPLAIN (GENERIC_PLAN)' : 'EXPLAIN QUERY PLAN';
    const queries: FacetSearch[] = [
      {},
      { status: ['available'], sex: ['male'], species: ['Cat'], categoryId: 1n },
      { tag: ['calm'], goodWith: ['dogs'], size: ['small'] },
    ];
    for (const query of queries) {
      const { texts } = await traceFacets(query);
      const own = new Set(texts.filter((text) => /FROM pet/.test(text)));
      expect(own.size).toBeGreaterThan(1);
      for (const text of own) {
        // PostgreSQL reads the few tags and spellings of this test as a whole.
        const plan = String(await filled.database.run(`${explain} ${text}`));
        expect(plan).not.toMatch(
          /SCAN (?!found|pets(?:_indexed|(?: USING|,|$)))|Seq Scan on (?!pet_tags|spellings)|AUTOMATIC/,
        );
      }
    }
  });
});
