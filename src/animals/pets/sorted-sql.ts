import type { Pet, PetSort, PetStatus } from '../../../contract/pet.ts';
import { foldKey, matchesTerms } from '../../lib/fold-text.ts';
import { type PageRange, queryPage } from '../../store/keyset.ts';
import { countFound, findSorted } from '../../store/search/sorted.ts';
import type { Condition, SortedPage, SortedSelection } from '../../store/search/sorted-selection.ts';
import type { Position, Reader, SortOrder, WordIndex } from '../../store/statement.ts';
import { countPets, hasStatus, type PetFilters, type PetRow, petsOf, selectPets, toPet } from './sql.ts';

/** Which animals, in which order. */
export interface PetQuery extends PetFilters {
  sort?: PetSort | undefined;
  /** Only animals with words in their names that begin with each of these folded words. */
  terms?: readonly string[] | undefined;
}

/** Animals are numbered in the order in which they are added, so the newest have the highest ids. */
export const petOrders: Record<PetSort, SortOrder> = {
  id: { column: 'id', isDescending: false },
  '-id': { column: 'id', isDescending: true },
  name: { column: 'name_key', view: 'pets_by_name', isDescending: false },
  '-createdAt': { column: 'id', isDescending: true },
  '-updatedAt': { column: 'updated_at', view: 'pets_by_updated_at', isDescending: true },
};

export const namesOfPets: WordIndex = {
  name: 'pet_words',
  table: 'pets',
  id: 'id',
  column: 'name_key',
  indexedUntil: 'SELECT last_id FROM pets_indexed',
};
/** More than the ids that a request may name. */
const maxNamed = 1_000;

/** A page of the matching animals. It can be short; see `findSorted`. */
export async function findSortedPets(db: Reader, query: PetQuery, range: PageRange): Promise<SortedPage<Pet>> {
  const { rows, next } = await findSorted<PetRow>(db, select(query), range);
  return { rows: rows.map(toPet), next };
}

/** The number of animals that a search finds; `undefined` if it would take long to count them. */
export function countFoundPets(db: Reader, query: PetQuery): Promise<bigint | undefined> {
  return countFound(db, select(query));
}

function select({ sort = 'id', terms, ...filters }: PetQuery): SortedSelection {
  return {
    ...petsOf(filters.categoryId),
    columns: 'id, name, category_id, status',
    order: petOrders[sort],
    conditions: conditionsOf(filters),
    search: terms && { indexes: [namesOfPets], terms },
  };
}

/** The conditions that an index answers. */
export function conditionsOf({ status, categoryId }: Pick<PetFilters, 'status' | 'categoryId'>): Condition[] {
  const conditions: Condition[] = [];
  if (status !== undefined) conditions.push([hasStatus(status)]);
  if (categoryId !== undefined) conditions.push(['category_id = ?', categoryId]);
  return conditions;
}

/** A page of animals that the filters name one by one: all of them are read. */
export async function findNamedPets(
  db: Reader,
  query: PetQuery,
  { after, key, limit }: PageRange,
): Promise<SortedPage<Pet>> {
  const { column, isDescending } = petOrders[query.sort ?? 'id'];
  const compare = (one: Position, other: Position) => (isDescending ? -1 : 1) * comparePositions(one, other);
  const named = (await readNamed(db, query)).map((row) => ({ pet: toPet(row), position: positionOf(row, column) }));
  const sorted = named.toSorted((one, other) => compare(one.position, other.position));
  const rest =
    after === undefined ? sorted : sorted.filter(({ position }) => compare(position, { id: after, key }) > 0);
  const page = rest.slice(0, limit);
  return { rows: page.map(({ pet }) => pet), next: rest.length > limit ? page.at(-1)?.position : undefined };
}

export async function countNamedPets(db: Reader, query: PetQuery): Promise<bigint> {
  if (query.terms === undefined) return await countPets(db, query);
  return BigInt((await readNamed(db, query)).length);
}

type NamedRow = readonly [id: bigint, name: string, categoryId: bigint, status: PetStatus, updatedAt: bigint];

async function readNamed(db: Reader, { terms, ...filters }: PetQuery): Promise<NamedRow[]> {
  if (terms?.length === 0) return [];
  const selection = { ...selectPets(filters), columns: 'id, name, category_id, status, updated_at' };
  const rows = await queryPage<NamedRow>(db, selection, { after: undefined, limit: maxNamed });
  return terms === undefined ? rows : rows.filter(([, name]) => matchesTerms(foldKey(name), terms));
}

function positionOf([id, name, , , updatedAt]: NamedRow, column: string): Position {
  if (column === 'id') return { id };
  return { id, key: column === 'name_key' ? foldKey(name) : updatedAt };
}

/** As the engines compare: texts byte by byte. */
function comparePositions(one: Position, other: Position): number {
  const { key: left = 0n } = one;
  const { key: right = 0n } = other;
  const byKey =
    typeof left === 'string' && typeof right === 'string'
      ? Buffer.compare(Buffer.from(left), Buffer.from(right))
      : compareIntegers(BigInt(left), BigInt(right));
  return byKey === 0 ? compareIntegers(one.id, other.id) : byKey;
}

function compareIntegers(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
