import type { NewPet, Pet, PetStatus } from '../../../contract/pet.ts';
import { transitions } from '../../../contract/transitions.ts';
import { speciesOfCategory } from '../../../importer/words/category-species.ts';
import { found, mismatchedId, ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { changesOf, type MemberChange, type Stamp } from '../../record/events/model.ts';
import { insertAdditions, insertEvents } from '../../record/events/sql.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import { deleteStays, keepStay } from '../../record/statistics/stays-sql.ts';
import { assertionFailed } from '../../store/assertions.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import { forgetImported } from '../imports/sql.ts';
import { deleteNotesOfPet } from '../notes/sql.ts';
import { deletePhotosOfPet } from '../photos/sql.ts';
import { saveStatus } from '../profiles/outcome-rules.ts';
import { deleteProfile, findProfile, insertProfiles } from '../profiles/sql.ts';
import { deletePetRow, findOpenOrderId, findPet, insertPets, type StoredPet } from './sql.ts';
import { deletePetText, savePetText } from './text-sql.ts';

/** An animal as sent by a client. */
export interface PetDraft {
  name: string;
  categoryId: bigint;
  status?: PetStatus;
}

/** An animal to add. */
export interface PetArrival {
  draft: PetDraft;
  stamp: Stamp;
}

/** The status of an animal that is added without one. */
export const defaultPetStatus: PetStatus = 'available';

/** @throws ServiceError `pet_not_found` */
export function requirePet(db: Queryable, id: bigint): MaybePromise<Pet> {
  return found(findPet(db, id), 'pet_not_found', () => `There is no animal with the id ${id}.`);
}

/** Adds an animal. It has the species that its category tells: see `profileOfNew`. */
export async function addPet(tx: Transaction, arrival: PetArrival): Promise<Pet> {
  const added = await addWithoutProfile(tx, arrival);
  if (added.categoryName !== undefined) await insertProfilesOfNew(tx, [added]);
  return added.pet;
}

/** Adds an animal whose profile the caller stores: at least `profileOfNew`. */
export async function addWithoutProfile(tx: Transaction, { draft, stamp }: PetArrival): Promise<StoredPet> {
  const [added] = await insertPets(tx, [{ pet: complete(draft), at: stamp.at }]);
  if (added === undefined) throw assertionFailed('a new animal is not stored');
  await insertEvents(tx, [{ type: 'pet.created', ...stamp, after: added.pet }]);
  return added;
}

export async function addPets(tx: Transaction, arrivals: readonly PetArrival[]): Promise<Pet[]> {
  const drafts = arrivals.map(({ draft, stamp: { at } }) => ({ pet: complete(draft), at }));
  const added = await insertPets(tx, drafts);
  const pets = added.map(({ pet }) => pet);
  const named = added.filter(({ categoryName }) => categoryName !== undefined);
  if (named.length > 0) await insertProfilesOfNew(tx, named);
  const [actor, ...others] = new Set(arrivals.map(({ stamp }) => stamp.actor));
  if (actor !== undefined && others.length === 0) await insertAdditions(tx, { actor }, pets);
  else {
    const events = arrivals.map(({ stamp }, index) => ({ type: 'pet.created', ...stamp, after: pets[index] }) as const);
    await insertEvents(tx, events);
  }
  return pets;
}

/** What is known of a new animal before anybody says it: the species, if the name of its category tells one. */
export function profileOfNew({ categoryName }: StoredPet): Profile {
  const species = categoryName === undefined ? undefined : speciesOfCategory(categoryName);
  return species === undefined ? {} : { species };
}

/** No event tells of them: whoever reads of a new animal reads its profile, too. */
async function insertProfilesOfNew(tx: Transaction, named: readonly StoredPet[]): Promise<void> {
  const profiles = named.map((one) => [one.pet.id, profileOfNew(one)] as const);
  const known = profiles.filter(([, { species }]) => species !== undefined);
  await insertProfiles(tx, known);
}

function complete({ name, categoryId, status = defaultPetStatus }: PetDraft): NewPet {
  return { name, categoryId, status };
}

/** The fields of an animal to change. They may have the id, which must be that of the path. */
export type PetChanges = Partial<Pet>;

/**
 * Changes an animal. If no field changes, nothing is written and there is no event.
 * @throws ServiceError `invalid_transition`, `pet_has_open_order`, `validation_failed` when the changes have another id
 */
export async function changePet(tx: Transaction, pet: Pet, changes: PetChanges, stamp: Stamp): Promise<Pet> {
  if (changes.id !== undefined && changes.id !== pet.id) throw mismatchedId(pet.id);
  const changed = { ...pet, ...changes };
  if (isSame(pet, changed)) return pet;
  await requireChange(tx, pet, changed);
  await saveStatus(tx, pet, changed, stamp);
  if (changed.name !== pet.name) await savePetText(tx, pet.id, changed.name, await findProfile(tx, pet.id));
  await insertEvents(tx, [
    { type: 'pet.updated', ...stamp, before: pet, after: changed, changes: petChanges(pet, changed) },
  ]);
  return changed;
}

/** @throws ServiceError `invalid_transition`, `pet_has_open_order` when an animal cannot get its new status */
export async function requireChange(tx: Transaction, pet: Pet, changed: Pet): Promise<void> {
  if (changed.status === pet.status) return;
  await refuseIfOrdered(tx, pet);
  requireTransition(pet.status, changed.status);
}

/** What has changed of an animal. */
export function petChanges(before: Pet, after: Pet): MemberChange[] {
  return changesOf(textsOf(before), textsOf(after));
}

function textsOf({ name, categoryId, status }: Pet): Map<string, string> {
  return new Map(Object.entries({ name, categoryId: String(categoryId), status }));
}

export function isSame(pet: Pet, other: Pet): boolean {
  return pet.name === other.name && pet.categoryId === other.categoryId && pet.status === other.status;
}

/** @throws ServiceError `pet_has_open_order` */
export async function removePet(tx: Transaction, pet: Pet, stamp: Stamp): Promise<void> {
  await refuseIfOrdered(tx, pet);
  if (pet.status === 'sold') await keepStay(tx, pet.id, stamp.at, (await findShelterZone(tx)).zone);
  await forgetImported(tx, pet.id);
  await eraseAnimal(tx, pet, stamp);
}

/** Removes an animal as if it had never been added: also its past stays. */
export async function takeBackPet(tx: Transaction, pet: Pet, stamp: Stamp): Promise<void> {
  await deleteStays(tx, pet.id, 0n);
  await eraseAnimal(tx, pet, stamp);
}

async function eraseAnimal(tx: Transaction, pet: Pet, stamp: Stamp): Promise<void> {
  await deletePhotosOfPet(tx, pet.id, stamp.at);
  await deletePetRow(tx, pet.id);
  await deleteProfile(tx, pet.id);
  await deletePetText(tx, pet.id);
  await deleteNotesOfPet(tx, pet.id);
  await insertEvents(tx, [{ type: 'pet.deleted', ...stamp, before: pet }]);
}

/** Orders are placed and ended by writes that also change the animal, so a concurrent one conflicts with this write. */
async function refuseIfOrdered(tx: Transaction, { id }: Pet): Promise<void> {
  const order = await findOpenOrderId(tx, id);
  if (order === undefined) return;
  throw new ServiceError(
    'pet_has_open_order',
    `The open order ${order} holds the animal ${id}. Complete or cancel the order first. Nothing was changed.`,
  );
}

function requireTransition(from: PetStatus, to: PetStatus): void {
  const allowed = transitions[from];
  if (allowed.includes(to)) return;
  throw new ServiceError(
    'invalid_transition',
    `An animal that is ${from} can become ${allowed.join(' or ')}, not ${to}. Nothing was changed.`,
  );
}
