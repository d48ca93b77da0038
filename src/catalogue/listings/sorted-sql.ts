import type { PageRange } from '../../store/keyset.ts';
import { countFound, findSorted } from '../../store/sorted.ts';
import type { RowSet, SortedPage, SortedSelection } from '../../store/sorted-selection.ts';
import type { Reader } from '../../store/statement.ts';
import type { PetSort } from '../pets/model.ts';
import { conditionsOf, namesOfPets, petOrders } from '../pets/sorted-sql.ts';
import { hasStatus, petsOf } from '../pets/sql.ts';
import { textsOfPets } from '../pets/text-sql.ts';
import type { Listing } from './model.ts';
import { type AnimalKind, isOfKind, type ListingFilters, testsOf } from './scan-sql.ts';
import { loadListings } from './sql.ts';

export interface ListingQuery extends ListingFilters {
  sort?: PetSort | undefined;
  /** Only animals with words in their texts that begin with each of these folded words. */
  terms?: readonly string[] | undefined;
  /** Only animals that are of each of these kinds. */
  kinds?: readonly AnimalKind[] | undefined;
}

/** A page of the matching animals. It can be short; see `findSorted`. */
export async function findSortedListings(
  db: Reader,
  query: ListingQuery,
  range: PageRange,
): Promise<SortedPage<Listing>> {
  const { rows, next } = await findSorted(db, selectListings(query), range);
  const ids = rows.map(([id]) => id);
  return { rows: await loadListings(db, ids), next };
}

/** The number of listings that a search finds; `undefined` if it would take long to count them. */
export function countFoundListings(db: Reader, query: ListingQuery): Promise<bigint | undefined> {
  return countFound(db, selectListings(query));
}

/** The animals that a query wants, in its order. */
export function selectListings({ sort = 'id', terms, kinds = [], ...filters }: ListingQuery): SortedSelection {
  return {
    ...petsOf(filters.categoryId),
    columns: 'id, updated_at, status, category_id',
    order: petOrders[sort],
    conditions: conditionsOf(filters),
    anyOf: filters.statuses?.map(hasStatus),
    tests: [...testsOf(filters), ...kinds.map(isOfKind)],
    supersets: supersetsOf(filters),
    search: terms && { indexes: [namesOfPets, textsOfPets], terms },
  };
}

function supersetsOf({ id, tag = [], species }: ListingFilters): RowSet[] {
  const found = (table: string, column: string, value: string): RowSet => {
    return { table, id: 'pet_id', conditions: [], indexed: [column, value] };
  };
  return [
    ...(id === undefined
      ? []
      : [{ table: 'pets', id: 'id', conditions: [[`id IN (${id.map(() => '?').join(', ')})`, ...id] as const] }]),
    ...tag.map((word) => found('pet_tags', 'tag', word)),
    ...(species === undefined ? [] : [found('pet_profiles', 'species', species)]),
  ];
}
