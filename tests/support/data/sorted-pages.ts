import { expect } from 'bun:test';
import type { PetSort } from '../../../contract/pet.ts';
import { indexPets } from '../../../src/animals/pets/index-rules.ts';
import type { PageRange } from '../../../src/store/keyset.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import type { SortedPage } from '../../../src/store/search/sorted-selection.ts';
import type { Position } from '../../../src/store/statement.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Engine, postgres, type ScratchDatabase } from '../engines.ts';
import { openStore } from '../open-store.ts';

/** The orders of animals, for a plain statement that tells what is right. */
export const orderBy: Record<PetSort, string> = {
  id: 'id',
  '-id': 'id DESC',
  name: 'name_key, id',
  '-createdAt': 'id DESC',
  '-updatedAt': 'updated_at DESC, id DESC',
};

export interface FilledDatabase {
  database: ScratchDatabase;
  store: Store;
  close(): Promise<void>;
}

/**
 * A database with content that no service could write as fast. Where a background job adds animals to indexes, it has added
 * all, or at least the first `indexed`.
 */
export async function openFilled(
  engine: Engine,
  content: readonly string[],
  indexed = Number.POSITIVE_INFINITY,
): Promise<FilledDatabase> {
  const database = await engine.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  for (const sql of content) await database.run(sql);
  // As the server does in the background, at some time: without statistics of the content, reads take several times as long.
  if (engine === postgres) await database.run('VACUUM ANALYZE');
  const store = await openStore(database.url);
  const last = async () => Number((await database.run('SELECT last_id FROM pets_indexed'))[0]?.[0]);
  while ((await store.write(indexPets, null)) && (await last()) < indexed);
  return {
    database,
    store,
    async close() {
      await store.close();
      await database.remove();
    },
  };
}

/** Walks all pages. It ends when there are more of them than `maxPages`. */
export async function walkPages(
  find: (range: PageRange) => Promise<SortedPage<{ id: bigint }>>,
  limit: number,
  maxPages: number,
) {
  const ids: string[] = [];
  let [pages, emptyPages] = [0, 0];
  let next: Position | undefined;
  do {
    const page = await find({ after: next?.id, key: next?.key, limit });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rows.map(({ id }) => String(id)));
    pages++;
    if (page.rows.length === 0) emptyPages++;
    next = page.next;
  } while (next !== undefined && pages <= maxPages);
  return { ids, pages, emptyPages };
}
