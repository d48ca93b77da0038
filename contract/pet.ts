/** Status of an animal, in the order in which people read them. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof petStatuses)[number];

/** The orders in which animals are listed. `-` is descending. */
export const petSorts = ['id', '-id', 'name', '-createdAt', '-updatedAt'] as const;

export type PetSort = (typeof petSorts)[number];

/** What an animal that is to be shown should have. */
export const listingParts = ['photo', 'description', 'age'] as const;

export type ListingPart = (typeof listingParts)[number];

interface Shown {
  readonly photos: readonly unknown[];
  readonly profile: { readonly description?: unknown; readonly birthDate?: unknown };
}

/** Those of the parts that an animal lacks. */
export function missingParts({ photos, profile: { description, birthDate } }: Shown): ListingPart[] {
  const found = { photo: photos[0], description, age: birthDate };
  return listingParts.filter((part) => found[part] === undefined);
}

export interface NewPet {
  name: string;
  categoryId: bigint;
  status: PetStatus;
}

export interface Pet extends NewPet {
  id: bigint;
}

/** The name of a category number. Animals may have category numbers without a name. */
export interface Category {
  id: bigint;
  name: string;
}
