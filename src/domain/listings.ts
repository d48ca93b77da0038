import type { Listing } from '../model/listings.ts';
import type { Profile } from '../model/profiles.ts';
import { findListing } from '../repositories/listings.ts';
import type { Transaction } from '../store/statement.ts';
import { createPet, type PetArrival } from './pets.ts';
import { putProfile } from './profiles.ts';

/**
 * Adds an animal with its profile. An empty profile creates no event.
 * @throws ServiceError `validation_failed`, `reference_in_use`
 */
export async function addListing(tx: Transaction, arrival: PetArrival & { profile: Profile }): Promise<Listing> {
  const { profile, ...animal } = arrival;
  const { id } = await createPet(tx, animal);
  await putProfile(tx, { petId: id, profile: {}, at: animal.at, pointer: '#/profile' }, profile);
  const listing = await findListing(tx, id);
  if (listing === undefined) throw new Error(`animal ${id} was not stored`);
  return listing;
}
