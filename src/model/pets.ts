/** The availability of an animal, in the order a person thinks of it. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof petStatuses)[number];

export interface NewPet {
  name: string;
  categoryId: bigint;
  status: PetStatus;
}

export interface Pet extends NewPet {
  id: bigint;
}

/** A name for a category number. An animal may have a number that has no name. */
export interface Category {
  id: bigint;
  name: string;
}
