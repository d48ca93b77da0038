import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { ListingSort } from '../../../src/animals/listings/model.ts';
import { countFoundListings, findSortedListings, type ListingQuery } from '../../../src/animals/listings/sorted-sql.ts';
import type { PageRange } from '../../../src/store/keyset.ts';
import { type FilledDatabase, openFilled, orderBy, walkPages } from '../../support/data/sorted-pages.ts';
import { engines } from '../../support/engines.ts';

/** Several times as many as a page reads; see `store/search/sorted.ts`. */
const animals = 6_500;
const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals})`;
/** Every second animal has texts, which include its name: common words, one that is rare, and one that only old animals have. */
const content = [
  `INSERT INTO pets (name, name_key, category_id, status, updated_at) ${numbers}
   SELECT 'Max', CASE WHEN n % 3 = 0 THEN 'max ' || n ELSE 'bella' END, n % 4,
     CASE WHEN n % 2 = 0 THEN 'sold' WHEN n % 5 = 0 THEN 'pending' ELSE 'available' END, (n * 7919) % 100003 FROM numbers`,
  `INSERT INTO pet_profiles (pet_id, species, sex, birth_date) ${numbers}
   SELECT n, CASE WHEN n % 4 < 2 THEN 'Cat' ELSE 'Dog' END, CASE WHEN n % 3000 = 5 THEN 'male' ELSE 'female' END,
     CASE WHEN n % 5 <> 0 THEN n * 37 % 4000 END FROM numbers`,
  `INSERT INTO pet_texts (pet_id, words) ${numbers}
   SELECT n, CASE WHEN n % 3 = 0 THEN 'max ' || n ELSE 'bella' END || ' friendly' || CASE WHEN n % 2000 = 8 THEN ' unicorn' ELSE '' END ||
     CASE WHEN n < 3200 THEN ' oldtimer' ELSE '' END FROM numbers WHERE n % 2 = 0`,
  `INSERT INTO pet_tags (pet_id, tag) ${numbers} SELECT n, 'calm' FROM numbers WHERE n % 100 = 0`,
  `INSERT INTO pet_photos (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at) ${numbers}
   SELECT n, 0, 'key ' || n, '', 1, 1, '', '', 1 FROM numbers WHERE n % 200 = 0`,
];

const orderOf: Partial<Record<ListingSort, string>> = {
  ...orderBy,
  birthDate: 'birth_date IS NULL, birth_date, id',
  '-birthDate': 'birth_date IS NULL, birth_date DESC, CASE WHEN birth_date IS NULL THEN id ELSE -id END',
};

/** What a plain statement finds is the same on each engine. */
const found = new Map<string, Promise<unknown[]>>();

describe.each(engines)('on $name', (engine) => {
  let filled: FilledDatabase;
  beforeAll(async () => {
    filled = await openFilled(engine, content, animals - 1_000);
  });
  afterAll(() => filled.close());

  /** The ids that a plain statement finds. */
  function expectedIds({
    sort = 'id',
    terms = [],
    status,
    statuses,
    sex,
    species,
    categoryId,
    tag = [],
    missing = [],
  }: ListingQuery): Promise<unknown[]> {
    const joined = `pets LEFT JOIN pet_texts ON pet_texts.pet_id = id LEFT JOIN pet_profiles ON pet_profiles.pet_id = id
      LEFT JOIN pet_tags ON pet_tags.pet_id = id`;
    const conditions = [
      ...terms.map((term) => `' ' || name_key || ' ' || coalesce(words, '') LIKE '% ${term}%'`),
      ...(status === undefined ? [] : [`status = '${status}'`]),
      ...(statuses === undefined ? [] : [`(${statuses.map((one) => `status = '${one}'`).join(' OR ')})`]),
      ...(sex === undefined ? [] : [`sex = '${sex[0]}'`]),
      ...(categoryId === undefined ? [] : [`category_id = ${categoryId}`]),
      ...(species === undefined ? [] : [`species = '${species[0]}'`]),
      ...tag.map((word) => `tag = '${word}'`),
      ...missing.map(() => 'pets.id NOT IN (SELECT pet_id FROM pet_photos)'),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const text = `SELECT CAST(id AS TEXT) AS found FROM ${joined} ${where} ORDER BY ${orderOf[sort]}`;
    const ids = found.get(text) ?? filled.database.run(text).then((rows) => rows.flat());
    found.set(text, ids);
    return ids;
  }

  const queries: ListingQuery[] = [
    { terms: ['unicorn'] },
    { terms: ['friendly', 'unic'] },
    { terms: ['friendly'] },
    { terms: ['max', 'friendly'] },
    { terms: ['oldtimer', 'bella'] },
    { terms: ['nothing'] },
    { terms: ['friendly'], status: 'available' },
    { terms: ['max'], sex: ['male'] },
    { terms: ['friendly'], tag: ['calm'] },
    { sex: ['male'] },
    { species: ['Cat'], status: 'sold' },
    { tag: ['calm'], missing: ['photo'] },
    { statuses: ['available', 'pending'] },
    { statuses: ['pending', 'sold'], categoryId: 1n },
    { terms: ['friendly'], statuses: ['pending', 'sold'] },
    { tag: ['calm'], statuses: ['available', 'pending'] },
    { sex: ['male'], species: ['Dog'], statuses: ['available', 'pending'] },
  ];
  // Each in an order by id, by a column and by one that may be empty, in turns ascending and descending.
  const orders = [
    ['id', 'name', 'birthDate'],
    ['-id', '-updatedAt', '-birthDate'],
  ] as const;
  const cases = queries.flatMap((query, index) =>
    (orders[index % 2] ?? []).map((sort) => [sort, Bun.inspect(query, { compact: true }), query] as const),
  );

  test.each(cases)('in the order %s, %s gives every animal once, in few pages', async (sort, _, query) => {
    const expected = await expectedIds({ ...query, sort });
    const limit = Math.max(20, Math.ceil(expected.length / 4));
    const find = (range: PageRange) => findSortedListings(filled.store.reader, { ...query, sort }, range);
    const { ids, pages } = await walkPages(find, limit, animals);
    expect(ids).toEqual(expected.map(String));
    expect(pages).toBeLessThanOrEqual(
      Math.ceil(expected.length / limit) + (sort.endsWith('birthDate') ? 2 : 1) * Math.ceil(animals / 2_000) + 1,
    );
  });

  test('counts what is found with an index, and does not read very many hits for it', async () => {
    const { reader } = filled.store;
    expect(await countFoundListings(reader, { terms: ['unicorn'] })).toBe(4n);
    expect(await countFoundListings(reader, { terms: ['unicorn'], status: 'available' })).toBe(0n);
    expect(await countFoundListings(reader, { terms: ['unicorn'], statuses: ['available', 'sold'] })).toBe(4n);
    expect(await countFoundListings(reader, { terms: ['friendly'] })).toBeUndefined();
  });
});
