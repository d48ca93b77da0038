import { insertPet, type Pet, type PetStatus } from '../store/pets.ts';
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
  const { name, categoryId, status = defaultPetStatus } = draft;
  return await insertPet(tx, { name, categoryId, status });
}
