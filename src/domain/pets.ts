import { ServiceError } from '../errors.ts';
import { deletePet, insertPet, insertPets, type NewPet, type Pet, type PetStatus, savePet } from '../store/pets.ts';
import type { Transaction } from '../store/statement.ts';

/** An animal as a client describes it. */
export interface PetDraft {
  name: string;
  categoryId: bigint;
  status?: PetStatus;
}

/** What an animal is when nothing else is said of it. */
export const defaultPetStatus: PetStatus = 'available';

export async function createPet(tx: Transaction, draft: PetDraft): Promise<Pet> {
  return await insertPet(tx, complete(draft));
}

export async function createPets(tx: Transaction, drafts: readonly PetDraft[]): Promise<Pet[]> {
  return await insertPets(tx, drafts.map(complete));
}

function complete({ name, categoryId, status = defaultPetStatus }: PetDraft): NewPet {
  return { name, categoryId, status };
}

/** What is to change of an animal; what is missing stays. */
export type PetChanges = Partial<NewPet>;

/** What an animal can become. One that was sold can come back. */
export const transitions: Record<PetStatus, readonly PetStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

/** @throws ServiceError `invalid_transition` */
export async function updatePet(tx: Transaction, pet: Pet, changes: PetChanges): Promise<Pet> {
  const changed = { ...pet, ...changes };
  requireTransition(pet.status, changed.status);
  await savePet(tx, changed);
  return changed;
}

export async function removePet(tx: Transaction, { id }: Pet): Promise<void> {
  await deletePet(tx, id);
}

function requireTransition(from: PetStatus, to: PetStatus): void {
  const possible = transitions[from];
  if (from === to || possible.includes(to)) return;
  throw new ServiceError(
    'invalid_transition',
    `An animal that is ${from} can become ${possible.join(' or ')}, not ${to}. Nothing was changed.`,
  );
}
