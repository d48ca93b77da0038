import type { Pet } from '../../../contract/pet.ts';
import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import { foldSpellings } from '../../lib/fold-text.ts';
import { countInInventory } from '../../record/inventory/sql.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { SortedPage } from '../../store/search/sorted-selection.ts';
import type { Reader } from '../../store/statement.ts';
import { countFoundPets, findSortedPets, type PetQuery } from './sorted-sql.ts';
import { countPets as countAll } from './sql.ts';

/** More words would make other statements, of which each is prepared and kept. */
export const maxTerms = 10;

/**
 * Animals in another order, or those that a search finds; `undefined` for all others, which `findPets` finds faster.
 * @throws ServiceError `invalid_parameter`
 */
export function searchPets(
  db: Reader,
  { q, sort, ...filters }: Omit<PetQuery, 'terms'> & { q?: string },
  range: PageRange,
): Promise<SortedPage<Pet>> | undefined {
  if (q === undefined && (sort === undefined || sort === 'id')) return undefined;
  return findSortedPets(db, { ...filters, sort, terms: termsOf(q) }, range);
}

/** How many animals there are; `undefined` if a search finds so many that counting them would take long. */
export async function countPets(
  db: Reader,
  { q, ...filters }: Omit<PetQuery, 'terms'> & { q?: string },
): Promise<bigint | undefined> {
  if (q !== undefined) return await countFoundPets(db, { ...filters, terms: termsOf(q) });
  const isNamed = filters.id !== undefined || filters.reference !== undefined;
  return await (isNamed ? countAll : countInInventory)(db, filters);
}

/**
 * The folded words of a search. Without any it finds nothing. To the public a letter is a word, not the beginning of words,
 * which most animals have.
 * @throws ServiceError `invalid_parameter`
 */
export function termsOf(q: string | undefined, isPublic = false): string[] | undefined {
  if (q === undefined) return undefined;
  const terms = foldSpellings(q);
  if (terms.length <= maxTerms) return isPublic ? terms.map(toWholeLetter) : terms;
  throw invalidParameters([fieldError('?q', 'words', maxTerms, terms.length)]);
}

function toWholeLetter(term: string): string {
  return [...term].length === 1 ? `${term} ` : term;
}
