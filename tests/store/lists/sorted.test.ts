import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { countFoundPets, findSortedPets, type PetQuery } from '../../../src/animals/pets/sorted-sql.ts';
import type { PageRange } from '../../../src/store/keyset.ts';
import type { Reader } from '../../../src/store/statement.ts';
import { type FilledDatabase, openFilled, orderBy, walkPages } from '../../support/data/sorted-pages.ts';
import { engines } from '../../support/engines.ts';

/** More than any bound of one page: see `store/search/sorted.ts`. */
const animals = 30_000;

const notIndexed = 2_000;

/** Rare and common words, some of them together in one part of the list, and one that few of its beginnings have. */
const fill = `
  INSERT INTO pets (id, name, name_key, category_id, status, created_at, updated_at, status_since)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals}),
  named (n, name) AS (SELECT n,
    CASE WHEN n % 10000 = 7 THEN 'zz rare'
      WHEN n > 20000 AND n <= 26000 THEN 'late ' || n
      WHEN n % 13 = 0 THEN 'marvin ' || (n % 100)
      WHEN n % 2 = 0 THEN 'maria ' || n
      ELSE 'bello' END FROM numbers)
  SELECT n, name, name, n % 5, CASE WHEN n % 1000 = 0 THEN 'pending' WHEN n % 3 = 0 THEN 'sold' ELSE 'available' END,
    n, (n * 7919) % 100003, n FROM named`;

/** What a plain statement finds is the same on each engine. */
const found = new Map<string, Promise<unknown[]>>();

describe.each(engines)('on $name', (engine) => {
  let filled: FilledDatabase;
  beforeAll(async () => {
    filled = await openFilled(engine, [fill], animals - notIndexed);
  });
  afterAll(() => filled.close());

  /** The ids that a plain statement finds. */
  function expectedIds({ sort = 'id', terms = [], status, categoryId }: PetQuery): Promise<unknown[]> {
    const conditions = terms.map((term) => `' ' || name_key || ' ' LIKE '% ${term}%'`);
    if (status !== undefined) conditions.push(`status = '${status}'`);
    if (categoryId !== undefined) conditions.push(`category_id = ${categoryId}`);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const text = `SELECT CAST(id AS TEXT) AS found FROM pets ${where} ORDER BY ${orderBy[sort]}`;
    const ids = found.get(text) ?? filled.database.run(text).then((rows) => rows.flat());
    found.set(text, ids);
    return ids;
  }

  const queries: PetQuery[] = [
    { terms: ['zz'] },
    { terms: ['late'] },
    { terms: ['mar'] },
    { terms: ['bello'] },
    { terms: ['maria', '1'] },
    { terms: ['nothing'] },
    { terms: ['m', 'ma', 'mar', 'mari', 'maria', '1', '12'] },
    { terms: ['marvin', '7 '] },
    { terms: ['bello'], status: 'pending' },
    { terms: ['late'], categoryId: 3n },
    { terms: ['mar'], categoryId: 3n, status: 'sold' },
    { status: 'pending' },
    { categoryId: 2n },
    {},
  ];
  const cases = queries.flatMap((query, index) =>
    (['-id', index % 2 === 0 ? 'name' : '-updatedAt'] as const).map(
      (sort) => [sort, Bun.inspect(query, { compact: true }), query] as const,
    ),
  );

  test.each(cases)(
    'in the order %s, %s gives every animal once, and no empty page but the last one',
    async (sort, _, query) => {
      const expected = await expectedIds({ ...query, sort });
      const limit = Math.max(20, Math.ceil(expected.length / 6));
      const find = (range: PageRange) => findSortedPets(filled.store.reader, { ...query, sort }, range);
      const { ids, emptyPages } = await walkPages(find, limit, animals);
      expect(ids).toEqual(expected.map(String));
      // Only the end of the list can be empty.
      expect(emptyPages).toBeLessThanOrEqual(1);
    },
  );

  test('asks an index for a few words of a search, in a part of the list at a time', async () => {
    const { reader } = filled.store;
    const asked: [text: string, words: number][] = [];
    const noting: Reader = {
      dialect: reader.dialect,
      query(statement, params) {
        const words = params.filter((value) => /^\(['"]\w+['"]:?\*?\)( |$)/.test(String(value)));
        for (const some of words) asked.push([statement.text, String(some).split(/ (?:&|AND) /).length]);
        return reader.query(statement, params);
      },
    };
    const terms = ['m', 'ma', 'mar', 'mari', 'maria', '1', '12', '121', '1214', '12140'];
    for (const sort of ['-id', 'name'] as const) {
      const { rows } = await findSortedPets(noting, { terms, sort }, { after: undefined, limit: 20 });
      expect(rows.map(({ id }) => id)).toEqual([12_140n]);
    }
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.max(...asked.map(([, words]) => words))).toBe(4);
    const followed = asked.filter(([text]) => /rowid .*ORDER BY hit DESC/s.test(text));
    expect(followed.length > 0).toBe(reader.dialect.words.isOrdered);
    for (const [text] of followed) expect(text).toMatch(/rowid >= \$/);
  });

  test('counts what is found with an index, and does not read very many hits for it', async () => {
    expect(await countFoundPets(filled.store.reader, { terms: ['zz'] })).toBe(3n);
    expect(await countFoundPets(filled.store.reader, { terms: ['late', '25'], status: 'pending' })).toBe(1n);
    // Many have it, but not too many: the newest animals tell how many there are about.
    const marvins = await expectedIds({ terms: ['marvin'] });
    expect(await countFoundPets(filled.store.reader, { terms: ['marvin'] })).toBe(BigInt(marvins.length));
    expect(await countFoundPets(filled.store.reader, { terms: ['bello'] })).toBeUndefined();
  });
});
