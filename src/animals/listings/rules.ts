import { cleanChip, type Pet } from '../../../contract/pet.ts';
import { countInInventory } from '../../record/inventory/sql.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { SortedPage } from '../../store/search/sorted-selection.ts';
import type { Reader, Transaction } from '../../store/statement.ts';
import { addPet, addWithoutProfile, type PetArrival, profileOfNew } from '../pets/rules.ts';
import { termsOf } from '../pets/search-rules.ts';
import { replaceProfile } from '../profiles/rules.ts';
import { findHidden } from './hidden-sql.ts';
import { readSearch } from './kind-rules.ts';
import type { Listing } from './model.ts';
import { isCounted } from './scan-sql.ts';
import { countFoundListings, findSortedListings, type ListingQuery } from './sorted-sql.ts';
import { countListings, findListing } from './sql.ts';

/**
 * Adds an animal with its profile. An empty profile creates no event.
 * @throws ServiceError `validation_failed`, `reference_in_use`
 */
export async function addListing(tx: Transaction, arrival: PetArrival & { profile: Profile }): Promise<Listing> {
  const { profile, ...animal } = arrival;
  const { id } =
    Object.keys(profile).length === 0 ? await addPet(tx, animal) : await addWithProfile(tx, animal, profile);
  const listing = await findListing(tx, id);
  if (listing === undefined) throw new Error(`animal ${id} was not stored`);
  return listing;
}

async function addWithProfile(tx: Transaction, animal: PetArrival, told: Profile): Promise<Pet> {
  const added = await addWithoutProfile(tx, animal);
  const profile = { ...profileOfNew(added), ...told };
  await replaceProfile(tx, { petId: added.pet.id, profile: {}, stamp: animal.stamp, pointer: '#/profile' }, profile);
  return added.pet;
}

export type ListingSearch = Omit<ListingQuery, 'terms'> & { q?: string; byKind?: boolean };

/**
 * Listings in another order, or those that a search finds; `undefined` for all others, which `findListings` finds faster.
 * @throws ServiceError `invalid_parameter`
 */
export function searchListings(
  db: Reader,
  { q, byKind = false, sort, ...filters }: ListingSearch,
  range: PageRange,
  today: bigint,
): Promise<SortedPage<Listing>> | undefined {
  if (q === undefined && (sort === undefined || sort === 'id')) return undefined;
  const terms = wordsOf(q, filters);
  if (byKind && terms !== undefined) {
    return readSearch(db, terms, today).then((read) => findSortedListings(db, { ...filters, sort, ...read }, range));
  }
  return findSortedListings(db, { ...filters, sort, terms }, range);
}

/** Staff find a chip however its digits are grouped. */
function wordsOf(q: string | undefined, { publicOn }: Pick<ListingSearch, 'publicOn'>): string[] | undefined {
  const chip = cleanChip(q ?? '');
  return termsOf(publicOn === undefined && /^\d{9,15}$/.test(chip) ? chip : q, publicOn !== undefined);
}

/** How many listings there are; `undefined` if counting them would take long. */
export async function countMatchingListings(
  db: Reader,
  { q, byKind = false, sort: _, ...filters }: ListingSearch,
): Promise<bigint | undefined> {
  if (byKind) return undefined;
  if (q !== undefined) return countFoundListings(db, { ...filters, terms: wordsOf(q, filters) });
  if (!isCounted(filters)) return countListings(db, filters);
  const hidden = await findHidden(db, filters);
  return hidden && (await countInInventory(db, filters)) - BigInt(hidden.length);
}
