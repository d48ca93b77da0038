import { describe, expect, test } from 'bun:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { createAssets } from '../../../src/adopt/assets.ts';
import { createLanguage } from '../../../src/adopt/language.ts';
import { type AnimalRange, findAnimals, findSimilar } from '../../../src/adopt/list/find-animals.ts';
import { lookOf } from '../../../src/adopt/look.ts';
import { createSitemaps, printPart } from '../../../src/adopt/sitemap.ts';
import { loadListings } from '../../../src/animals/listings/sql.ts';
import type { Store } from '../../../src/store/store.ts';
import { publicPage } from '../../support/browser/public-page.ts';
import { engines } from '../../support/engines.ts';
import { storeForAll } from '../../support/store-hooks.ts';

const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 14000)';
/** One in two thousand is large, so that a single read finds one at most. */
const content = [
  `INSERT INTO pets (name, name_key, updated_at, category_id, status) ${numbers}
   SELECT 'Frank', 'frank', n, 1, CASE WHEN n % 3 = 0 THEN 'sold' ELSE 'available' END FROM numbers`,
  `INSERT INTO pet_profiles (pet_id, size, species) ${numbers}
   SELECT n, CASE WHEN n % 2000 = 1 THEN 'large' ELSE 'small' END, CASE WHEN n IN (1, 13000) THEN 'Quagga' ELSE 'Cat' END FROM numbers`,
  // Of two spellings no index tells which animals have either.
  "INSERT INTO spellings (field, text, text_key) VALUES ('species', 'Quagga', 'quagga'), ('species', 'quagga', 'quagga')",
];
const large = [1, 2_001, 4_001, 6_001, 8_001, 10_001, 12_001].filter((id) => id % 3 !== 0);

describe.each(engines)('on $name', (engine) => {
  let store: Store;
  storeForAll(engine, async (opened) => {
    ({ store } = opened);
    for (const sql of content) await opened.database.run(sql);
    store.refresh();
  });

  async function walk(): Promise<number[][]> {
    const found: number[][] = [];
    let range: AnimalRange | undefined = { limit: 20 };
    while (range !== undefined && found.length < 20) {
      const { ids, next } = await findAnimals(
        store.reader,
        { statuses: [['available']], today: 0n },
        { size: 'large' },
        range,
      );
      found.push(ids.map(Number));
      range = next && { after: next, limit: 20 };
    }
    return found;
  }

  test('a page is read on where few animals match, and continues where that would take long', async () => {
    const found = await walk();
    expect(found.flat()).toEqual(large.toReversed());
    expect(found[0]?.length).toBeGreaterThan(1);
    expect(found.length).toBeLessThan(3);
  });

  test('similar animals are looked for among the newest ones', async () => {
    const shown = { statuses: [['available', 'sold']], today: 0n } as const;
    const [own] = await loadListings(store.reader, [2n]);
    if (own === undefined) throw new Error('the animal is missing');
    const similar = await findSimilar(store.reader, shown, { ...own, profile: { species: 'Quagga' } });
    expect(similar.map(({ id }) => id)).toEqual([13_000n]);
  });

  test('a sitemap is printed in steps, and has its first animals in their order', async () => {
    const look = lookOf({}, publicPage);
    const site = { look, language: createLanguage('en'), assets: createAssets(look), origin: 'http://petstore.test' };
    let turns = 0;
    const text = printPart(site, store.reader, { status: 'available', after: 1n, isFirst: true, today: 20_000n });
    const isPrinted = text.then(() => true);
    while (!(await Promise.race([isPrinted, nextTick(false)]))) turns++;
    expect(turns).toBeGreaterThan(8);
    const ids = [...(await text).matchAll(/adopt\/(\d+)</g)].map(([, id]) => Number(id));
    const available = Array.from({ length: 14_000 }, (_, index) => index + 1).filter((id) => id % 3 !== 0);
    expect(ids).toEqual(available.slice(1, 5_001));

    const sitemaps = createSitemaps(site, store.reader, ['available']);
    const second = available[4_999] ?? 0;
    const startOf = async (after: bigint) =>
      (await sitemaps.findPart({ status: 'available', after }, { now: 0, today: 0n })).after;
    // Only what the index has: 9,333 animals are two sitemaps.
    const asked = [0n, 1n, BigInt(second) - 1n, BigInt(second), 13_000n, 2n ** 63n - 1n];
    const starts = await Promise.all(asked.map(startOf));
    expect(starts.map(Number)).toEqual([0, 0, 0, second, second, second]);
    const first = { status: 'available', after: 0n } as const;
    const [one, same, later] = [1, 1, 2].map((revision) => sitemaps.printPart(first, revision, 20_000n));
    expect([same === one, later === one]).toEqual([true, false]);
    expect(await later).toBe((await one) ?? '');
  });

  test.if(engine.name === 'SQLite')(
    'of very many requests at once some get shorter pages, and miss nothing',
    async () => {
      const walks = await Promise.all(Array.from({ length: 110 }, walk));
      for (const found of walks) expect(found.flat()).toEqual(large.toReversed());
      expect(walks.some(([first]) => first?.length === 1)).toBe(true);
    },
  );
});
