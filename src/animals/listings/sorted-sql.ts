import { minInt64 } from '../../../contract/int64.ts';
import type { PetSort } from '../../../contract/pet.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { dateFilters, fieldsOf } from '../../record/shapes/profile-model.ts';
import type { Bind, PageRange } from '../../store/keyset.ts';
import { countFound, findSorted } from '../../store/search/sorted.ts';
import type { SortedRow } from '../../store/search/sorted-query.ts';
import type { RowSet, RowTest, SortedPage, SortedSelection } from '../../store/search/sorted-selection.ts';
import type { Reader, SortOrder } from '../../store/statement.ts';
import { notesOfPets } from '../notes/sql.ts';
import { namesOfPets, petOrders } from '../pets/sorted-sql.ts';
import { conditionsOf, hasStatus } from '../pets/sql.ts';
import { publicTextsOfPets, textsOfPets } from '../pets/text-sql.ts';
import { columnOf, findOnlySpelling } from '../profiles/sql.ts';
import { type AnimalKind, isOfKind, type ListingFilters, ownProfile, testsOf } from './filter-sql.ts';
import { dateSorts, type Listing, type ListingSort } from './model.ts';
import { loadListings } from './sql.ts';

export interface ListingQuery extends ListingFilters {
  sort?: ListingSort | undefined;
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
  const { rows, next } = await findInOrder(db, query, range);
  const ids = rows.map(([id]) => id);
  return { rows: await loadListings(db, ids), next };
}

/** Parts of a list by date that are read for one page: the rows of each are all over two tables. */
const maxDateSteps = 4;

/** Before the first of the animals without the date of an order, which follow those that have it, by ascending id. */
const beforeUndated = { after: minInt64, key: undefined };

/** The ids of a page, with what the order needs of each. */
export async function findInOrder(
  db: Reader,
  query: ListingQuery,
  range: PageRange,
  maxSteps?: number,
): Promise<SortedPage<SortedRow>> {
  const spelling = await findOnlySpelling(db, query.species);
  const selection = selectListings(query, spelling);
  const { column, from } = selection.order;
  if (from === undefined) return await findSorted(db, selection, range, maxSteps);
  const byId = selectListings({ ...query, sort: 'id' }, spelling);
  const hasNoDate: RowTest = (_, petId) =>
    `coalesce((SELECT 1 FROM ${from.table} AS dated WHERE dated.${from.id} = ${petId} AND ${column} IS NOT NULL), 0) = 0`;
  const undated = { ...byId, tests: [...(byId.tests ?? []), hasNoDate] };
  if (range.after !== undefined && range.key === undefined) return await findSorted(db, undated, range, maxSteps);
  const { rows, next } = await findSorted(db, selection, range, maxDateSteps);
  const rest = { ...beforeUndated, limit: range.limit - rows.length };
  if (next !== undefined || from.bounds.length > 0) return { rows, next };
  if (rest.limit === 0) return { rows, next: { id: rest.after } };
  const page = await findSorted(db, undated, rest, maxSteps);
  return { rows: [...rows, ...page.rows], next: page.next };
}

function orderOf({ sort = 'id', ...filters }: ListingQuery): SortOrder {
  const date = dateSorts.find((one) => one === sort);
  if (date === undefined) return petOrders[sort as PetSort];
  const field = fieldsOf('date').find((name) => date.endsWith(name)) ?? 'birthDate';
  const column = columnOf(field);
  // Literals of whole years: so there are few statements, and dates that are known to the year are in the range.
  const bounds = dateFilters.flatMap(({ field: own, name, isAfter }) => {
    const day = own === field ? filters[name] : undefined;
    if (day === undefined) return [];
    const year = new Date(Number(day) * dayMs).getUTCFullYear();
    return `${column} ${isAfter ? '>=' : '<'} ${new Date(0).setUTCFullYear(isAfter ? year : year + 1, 0) / dayMs}`;
  });
  return { column, isDescending: date.startsWith('-'), from: { table: 'pet_profiles', id: 'pet_id', bounds } };
}

/** The number of listings; `undefined` if it would take long to count them. */
export async function countFoundListings(db: Reader, query: ListingQuery): Promise<bigint | undefined> {
  return await countFound(db, selectListings(query, await findOnlySpelling(db, query.species)));
}

/** The animals that a query wants, in its order. @param spelling of the wanted species, where it has only one */
function selectListings({ sort, terms, kinds = [], ...filters }: ListingQuery, spelling?: string): SortedSelection {
  const { status, statuses, categoryId, id, tag = [], changedSince, publicOn } = filters;
  const order = orderOf({ ...filters, sort });
  const [firstTag, ...otherTags] = tag.map((word) => setOf('pet_tags AS member', 'member.pet_id', 'tag', word));
  const ofSpecies = spelling === undefined ? undefined : setOf('pet_profiles', ownProfile, 'species', spelling);
  const isDriven = terms === undefined && order.column === 'id' && id === undefined;
  const driver = isDriven
    ? (firstTag ?? ((status ?? statuses ?? categoryId) === undefined ? ofSpecies : undefined))
    : undefined;
  const answered = driver && (firstTag ? { tag: tag.slice(1) } : { species: undefined });
  return {
    table: 'pets',
    columns: 'id',
    tested: ['updated_at', 'status', 'category_id'],
    order,
    ...conditionsOf(filters),
    anyOf: statuses?.map(hasStatus),
    filters: [
      ...(changedSince === undefined ? [] : [(bind: Bind) => `updated_at >= ${bind(changedSince)}`]),
      ...kinds.map(isOfKind),
    ],
    tests: testsOf({ ...filters, ...answered }),
    driver,
    supersets: [firstTag, ...otherTags, ofSpecies].filter((set) => set !== undefined),
    search: terms && {
      indexes: publicOn === undefined ? [namesOfPets, textsOfPets, notesOfPets] : [namesOfPets, publicTextsOfPets],
      terms,
    },
  };
}

function setOf(table: string, id: string, column: string, value: string): RowSet {
  return { table, id, columns: id, indexed: [column, value] };
}
