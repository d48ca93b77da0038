import { type PetStatus, petStatuses } from '../../../contract/pet.ts';
import type { PublicView } from '../../api/call.ts';
import { foldSpelling } from '../../lib/fold-text.ts';
import { nextTurn } from '../../lib/next-tick.ts';
import { maxCategories } from '../../record/inventory/rules.ts';
import { findInventoryRange, sumByStatus } from '../../record/inventory/sql.ts';
import type { Position, Reader } from '../../store/statement.ts';
import { findCategoryNames } from '../categories/sql.ts';
import { termsOf } from '../pets/search-rules.ts';
import { type FacetValue, findListingIds, type Tally, tallyListings } from './facet-sql.ts';
import { isCounted } from './filter-sql.ts';
import { findHidden } from './hidden-sql.ts';
import { readSearch } from './kind-rules.ts';
import type { Facet, FacetName, ListingFacets } from './model.ts';
import { narrowToVisible, type StatusFilter } from './public-view.ts';
import type { ListingSearch } from './rules.ts';
import type { ListingQuery } from './sorted-sql.ts';

/** The facets of a search, and how many animals it finds; `undefined` if not all were counted. */
export interface FacetCounts {
  facets: ListingFacets;
  total: bigint | undefined;
}

/** A search, with the statuses that it names. */
export type FacetSearch = Omit<ListingSearch, keyof StatusFilter> & { status?: readonly PetStatus[] };

export const maxFacetValues = 50;
/** Steps of each count. Other requests are served between two steps, which take milliseconds. */
const maxSteps = 20;
/** Filters of which an animal has one value: another value takes the place of those that are set. */
const singleFilters = ['status', 'categoryId', 'species', 'sex', 'size'] as const;
const repeatableFilters = ['goodWith', 'tag'] as const;

/**
 * Counts for each value how many animals a search would find with it: in place of the value of a filter that has one, in
 * addition to those of a filter that can be repeated. With a view, animals that the public may not see do not count.
 * @throws ServiceError `invalid_parameter`
 */
export async function countFacets(
  db: Reader,
  { q, byKind = false, sort: _, ...filters }: FacetSearch,
  today: bigint,
  view?: PublicView,
): Promise<FacetCounts> {
  const terms = termsOf(q, view !== undefined);
  const words = byKind && terms !== undefined ? await readSearch(db, terms, today) : { terms };
  const query: ListingQuery = { ...narrowToVisible(filters, view), ...words };
  const replaced = singleFilters.filter((name) => filters[name] !== undefined);
  const others = singleFilters.filter((name) => filters[name] === undefined);
  const { facets, total } = await count(db, query, [...others, ...repeatableFilters]);
  for (const name of replaced) {
    // Also where another status takes the place of that of the filter, it must be a visible one.
    const none =
      name === 'status'
        ? { status: undefined, statuses: undefined, ...narrowToVisible({}, view) }
        : { [name]: undefined };
    const { facets: own } = await count(db, { ...query, ...none }, [name]);
    facets.set(name, own.get(name) ?? noFacet);
  }
  const facetOf = (name: FacetName) => facets.get(name) ?? noFacet;
  return {
    facets: {
      status: facetOf('status'),
      categoryId: await withNames(db, facetOf('categoryId')),
      species: facetOf('species'),
      sex: facetOf('sex'),
      size: facetOf('size'),
      goodWith: facetOf('goodWith'),
      tag: facetOf('tag'),
    },
    total,
  };
}

interface Counts {
  facets: Map<FacetName, Facet>;
  total: bigint | undefined;
}

const noFacet: Facet = { isComplete: true, values: [] };

/** The facets of these filters, all of them for the animals that the query wants. */
async function count(db: Reader, query: ListingQuery, names: readonly FacetName[]): Promise<Counts> {
  const inventory = await countInInventory(db, query, names);
  const rest = names.filter((name) => !inventory.facets.has(name));
  if (rest.length === 0) return inventory;
  const tally: Tally = new Map(rest.map((name) => [name, new Map<FacetValue, bigint>()]));
  const { found, isComplete } = await tallyAll(db, query, tally);
  for (const [name, counts] of tally) {
    inventory.facets.set(name, toFacet(name === 'species' ? joinSpellings(counts) : counts, isComplete));
  }
  return { facets: inventory.facets, total: inventory.total ?? (isComplete ? found : undefined) };
}

/** The inventory has the number of all animals of a category and a status, however many there are, with those that are hidden. */
async function countInInventory(db: Reader, query: ListingQuery, names: readonly FacetName[]): Promise<Counts> {
  const facets = new Map<FacetName, Facet>();
  const { terms, sort: _, ...filters } = query;
  if (terms !== undefined || !isCounted(filters)) return { facets, total: undefined };
  const hidden = await findHidden(db, filters);
  if (hidden === undefined) return { facets, total: undefined };
  const { status, statuses = petStatuses, categoryId } = filters;
  const wanted = statuses.filter((one) => status === undefined || one === status);
  const { totals, counts, last } =
    categoryId === undefined
      ? await findInventoryRange(db, undefined, maxCategories)
      : await findInventoryRange(db, categoryId - 1n, 1);
  const byStatus = sumByStatus([
    ...(categoryId === undefined
      ? petStatuses.map((one) => ({ status: one, animals: totals[one] }))
      : counts.filter((entry) => entry.categoryId === categoryId)),
    ...hidden,
  ]);
  if (names.includes('status')) facets.set('status', toFacet(new Map(wanted.map((one) => [one, byStatus[one]])), true));
  if (names.includes('categoryId')) {
    const byCategory = new Map<FacetValue, bigint>();
    for (const entry of [...counts, ...hidden]) {
      if (!wanted.includes(entry.status)) continue;
      byCategory.set(entry.categoryId, (byCategory.get(entry.categoryId) ?? 0n) + entry.animals);
    }
    facets.set('categoryId', toFacet(byCategory, last === undefined));
  }
  return { facets, total: wanted.reduce((sum, one) => sum + byStatus[one], 0n) };
}

/** Adds the values of all matching animals to the tally, or of the first ones where there are very many. */
async function tallyAll(
  db: Reader,
  query: ListingQuery,
  tally: Tally,
): Promise<{ found: bigint; isComplete: boolean }> {
  let found = 0n;
  let next: Partial<Position> | undefined = {};
  for (let step = 0; next !== undefined; step++) {
    if (step === maxSteps) return { found, isComplete: false };
    await nextTurn();
    const page: Awaited<ReturnType<typeof findListingIds>> = await findListingIds(db, query, next);
    await tallyListings(db, page.ids, tally);
    found += BigInt(page.ids.length);
    next = page.next;
  }
  return { found, isComplete: true };
}

/** The counts of texts that filters take for one, each in its most frequent spelling. */
function joinSpellings(counts: ReadonlyMap<FacetValue, bigint>): Map<FacetValue, bigint> {
  const sorted = [...counts].toSorted(
    ([one, oneCount], [other, otherCount]) => compare(otherCount, oneCount) || compare(one, other),
  );
  const spellings = Map.groupBy(sorted, ([text]) => foldSpelling(String(text)));
  return new Map(
    [...spellings.values()].flatMap((same) =>
      same.slice(0, 1).map(([text]) => [text, same.reduce((sum, [, count]) => sum + count, 0n)]),
    ),
  );
}

function toFacet(counts: ReadonlyMap<FacetValue, bigint>, isComplete: boolean): Facet {
  const values = [...counts]
    .map(([value, animals]) => ({ value, count: animals }))
    .filter(({ count: animals }) => animals > 0n)
    .toSorted((one, other) => compare(other.count, one.count) || compare(one.value, other.value))
    .slice(0, maxFacetValues);
  return { isComplete, values };
}

function compare<Value extends FacetValue>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

async function withNames(db: Reader, { isComplete, values }: Facet): Promise<Facet> {
  const ids = values.flatMap(({ value }) => (typeof value === 'bigint' ? [value] : []));
  const names = await findCategoryNames(db, ids);
  const named = values.map(({ value, count: animals }) => {
    const name = typeof value === 'bigint' ? names.get(value) : undefined;
    return { value, ...(name !== undefined && { name }), count: animals };
  });
  return { isComplete, values: named };
}
