import type { Listing } from '../catalogue/listings/model.ts';
import { narrowToPublic } from '../catalogue/listings/public-view.ts';
import { findSortedListings } from '../catalogue/listings/sorted-sql.ts';
import type { PetStatus } from '../catalogue/pets/model.ts';
import { termsOf } from '../catalogue/pets/search-rules.ts';
import { isCrowded, nextTurn } from '../lib/next-tick.ts';
import type { PageRange } from '../store/keyset.ts';
import type { SortedPage } from '../store/sorted-selection.ts';
import type { Reader } from '../store/statement.ts';
import { defaultSort, type PublicQuery } from './list-query.ts';

/** How often a page is read on where filters leave few of the animals that are read at once. */
const maxReads = 5;

/**
 * A page of the animals that everybody may see. It is short only if far more animals would have to be read to fill it, or
 * very many requests want that at once.
 */
export async function findAnimals(
  db: Reader,
  statuses: readonly PetStatus[],
  { q, tag, sort = defaultSort, cursor: _, ...filters }: PublicQuery,
  range: PageRange,
): Promise<SortedPage<Listing>> {
  const tags = tag === undefined ? undefined : [tag];
  const query = { ...narrowToPublic(filters, { statuses }), tag: tags, sort, terms: termsOf(q) };
  let page = await findSortedListings(db, query, range);
  for (let reads = 1; reads < maxReads && page.rows.length < range.limit && page.next !== undefined; reads++) {
    if (isCrowded()) break;
    // Other requests are served in between.
    await nextTurn();
    const { id: after, key } = page.next;
    const limit = range.limit - page.rows.length;
    const { rows, next } = await findSortedListings(db, query, { after, key, limit });
    page = { rows: [...page.rows, ...rows], next };
  }
  return page;
}
