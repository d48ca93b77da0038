import { describe, expect, test } from 'bun:test';
import { countFoundListings, findSortedListings, type ListingQuery } from '../../../src/animals/listings/sorted-sql.ts';
import { maxTestedRows } from '../../../src/store/search/sorted.ts';
import type { Position, Reader } from '../../../src/store/statement.ts';
import type { Store } from '../../../src/store/store.ts';
import { engines } from '../../support/engines.ts';
import { storeForAll } from '../../support/store-hooks.ts';

/** Filters that no index answers read a bounded number of rows for each page, and pages together show every match. */
const animals = 3 * maxTestedRows;
const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals})`;
/** Male animals are rare. Half are cats, one in a hundred has the tag. */
const content = [
  `INSERT INTO pets (name, category_id, status, updated_at) ${numbers}
   SELECT 'Frank', n % 4, CASE WHEN n % 2 = 0 THEN 'sold' WHEN n % 5 = 0 THEN 'pending' ELSE 'available' END, n FROM numbers`,
  `INSERT INTO pet_profiles (pet_id, species, sex) ${numbers}
   SELECT n, CASE WHEN n % 4 < 2 THEN 'Cat' ELSE 'Dog' END,
     CASE WHEN n IN (5, ${animals - 3}) THEN 'male' ELSE 'female' END FROM numbers`,
  `INSERT INTO pet_tags (pet_id, tag) ${numbers} SELECT n, 'calm' FROM numbers WHERE n % 100 = 0`,
];
const last = BigInt(animals);

describe.each(engines)('on $name', (engine) => {
  let store: Store;
  storeForAll(engine, async (opened) => {
    ({ store } = opened);
    for (const sql of content) await opened.database.run(sql);
    store.refresh();
  });

  /** The ids on each page of a walk. */
  async function walk(filters: ListingQuery, limit = 21): Promise<bigint[][]> {
    const pages: bigint[][] = [];
    let next: Position | undefined;
    do {
      const page = await findSortedListings(store.reader, filters, { after: next?.id, limit });
      pages.push(page.rows.map(({ id }) => id));
      next = page.next;
    } while (next !== undefined && pages.length < 1_000);
    return pages;
  }

  test('a page of rare animals ends with the rows that it has read, and the next one continues there', async () => {
    expect(await walk({ sex: ['male'] })).toEqual([[5n], [last - 3n], []]);
    expect(await walk({ sex: ['male'], statuses: ['available', 'pending'] })).toEqual([[5n], [last - 3n]]);
    expect(await walk({ sex: ['male'], categoryId: 1n })).toEqual([[5n, last - 3n]]);
    expect(await walk({ sex: ['male'], species: ['Cat'] })).toEqual([[5n], [last - 3n]]);
    expect(await walk({ sex: ['male'], tag: ['calm'] })).toEqual([[]]);
    expect(await walk({ changedSince: last })).toEqual([[last], []]);
  });

  test('pages of frequent animals are full, and show each of them once', async () => {
    for (const filters of [
      { sex: ['female'] },
      { species: ['Cat'], status: 'sold' },
      { tag: ['calm'], sex: ['female'] },
      { tag: ['calm'], statuses: ['pending', 'sold'] },
      { species: ['Cat'], statuses: ['pending', 'sold'], categoryId: 0n },
    ] as const) {
      const pages = await walk(filters, 100);
      const ids = pages.flat();
      expect(pages.slice(0, -2).filter((page) => page.length < 100).length).toBeLessThan(4);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => Number(one - other)));
      const expected = Array.from({ length: animals }, (_, index) => index + 1).filter((id) =>
        'species' in filters ? id % 4 === 0 : 'tag' in filters ? id % 100 === 0 : id !== 5 && id !== animals - 3,
      );
      expect(ids).toEqual(expected.map(BigInt));
    }
  });

  test('animals are counted only where few have to be read', async () => {
    expect(await countFoundListings(store.reader, { sex: ['male'] })).toBeUndefined();
    expect(await countFoundListings(store.reader, { tag: ['calm'], sex: ['female'] })).toBe(last / 100n);
    expect(await countFoundListings(store.reader, { tag: ['calm'], statuses: ['available', 'pending'] })).toBe(0n);
  });

  test('a page costs the same number of statements, however many animals it has', async () => {
    const counted = async (limit: number) => {
      let statements = 0;
      const reader: Reader = {
        dialect: store.reader.dialect,
        query(sql, params) {
          statements++;
          return store.reader.query(sql, params);
        },
      };
      const { rows } = await findSortedListings(
        reader,
        { sex: ['female'], status: 'available' },
        { after: undefined, limit },
      );
      expect(rows).toHaveLength(limit);
      return statements;
    };
    expect([await counted(1), await counted(100)]).toEqual([7, 7]);
  });
});
