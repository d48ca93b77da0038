import { insertPet, insertPets, type NewPet, type Pet, type PetStatus } from '../store/pets.ts';
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
