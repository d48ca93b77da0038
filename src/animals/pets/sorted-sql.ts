import type { Pet, PetSort } from '../../../contract/pet.ts';
import type { PageRange } from '../../store/keyset.ts';
import { countFound, findSorted } from '../../store/search/sorted.ts';
import type { SortedPage, SortedSelection } from '../../store/search/sorted-selection.ts';
import type { Reader, SortOrder, WordIndex } from '../../store/statement.ts';
import { conditionsOf, type PetFilters, type PetRow, toPet } from './sql.ts';

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
  name: { column: 'name_key', isDescending: false },
  '-createdAt': { column: 'id', isDescending: true },
  '-updatedAt': { column: 'updated_at', isDescending: true },
};

export const namesOfPets: WordIndex = { name: 'pet_words', table: 'pets', id: 'id', column: 'name_key' };

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
    table: 'pets',
    columns: 'id, name, category_id, status',
    order: petOrders[sort],
    ...conditionsOf(filters),
    search: terms && { indexes: [namesOfPets], terms },
  };
}
