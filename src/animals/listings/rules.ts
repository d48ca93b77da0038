import { cleanChip } from '../../../contract/microchip.ts';
import type { Pet } from '../../../contract/pet.ts';
import { countInInventory } from '../../record/inventory/sql.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { SortedPage } from '../../store/search/sorted-selection.ts';
import type { Reader, Transaction } from '../../store/statement.ts';
import { addPet, addWithoutProfile, type PetArrival, profileOfNew } from '../pets/rules.ts';
import { termsOf } from '../pets/search-rules.ts';
import { chipEnd } from '../pets/text-sql.ts';
import { replaceProfile } from '../profiles/rules.ts';
import { isCounted } from './filter-sql.ts';
import { findHidden } from './hidden-sql.ts';
import { readSearch } from './kind-rules.ts';
import type { Listing } from './model.ts';
import { countFoundListings, findSortedListings, type ListingQuery } from './sorted-sql.ts';
import { findListing } from './sql.ts';

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

/** @throws ServiceError `invalid_parameter` */
export async function searchListings(
  db: Reader,
  { q, byKind = false, ...filters }: ListingSearch,
  range: PageRange,
  today: bigint,
): Promise<SortedPage<Listing>> {
  const terms = wordsOf(q, filters);
  const read = byKind && terms !== undefined ? await readSearch(db, terms, today) : { terms };
  return await findSortedListings(db, { ...filters, ...read }, range);
}

/** Staff find a chip however its digits are grouped, also by the last of them. */
function wordsOf(q: string | undefined, { publicOn }: Pick<ListingSearch, 'publicOn'>): string[] | undefined {
  const chip = cleanChip(q ?? '');
  if (publicOn !== undefined) return termsOf(q, true);
  const terms = termsOf(/^\d{9,15}$/.test(chip) ? chip : q);
  return terms?.map((term) => (/^\d{4,15}$/.test(term) ? `${term}|${chipEnd(term)}` : term));
}

/** How many listings there are; `undefined` if counting them would take long. */
export async function countMatchingListings(
  db: Reader,
  { q, byKind = false, sort: _, ...filters }: ListingSearch,
): Promise<bigint | undefined> {
  if (byKind) return undefined;
  const terms = wordsOf(q, filters);
  if (terms !== undefined || !isCounted(filters)) return countFoundListings(db, { ...filters, terms });
  const hidden = await findHidden(db, filters);
  return hidden && (await countInInventory(db, filters)) - BigInt(hidden.length);
}
