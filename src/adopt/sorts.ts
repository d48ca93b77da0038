import type { PetSort } from '../model/pets.ts';

/** The orders that visitors can choose. */
export const publicSorts = ['-createdAt', 'id', 'name'] as const satisfies readonly PetSort[];

export type PublicSort = (typeof publicSorts)[number];
