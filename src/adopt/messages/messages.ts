import type { PetSort, PetStatus } from '../../model/pets.ts';
import type { GoodWith, PetSex, PetSize } from '../../model/profiles.ts';

/** The orders that visitors can choose. */
export const publicSorts = ['-createdAt', 'id', 'name'] as const satisfies readonly PetSort[];

export type PublicSort = (typeof publicSorts)[number];

/** Everything that the public page says, in one language. A count is given as number and as text. */
export interface Messages {
  /** As Open Graph names it. */
  readonly locale: string;
  readonly title: string;
  readonly skip: string;
  readonly contact: string;
  readonly feed: string;
  animals(count: bigint, text: string): string;
  readonly status: Record<PetStatus, string>;
  readonly statusNotes: Record<PetStatus, string>;

  readonly search: string;
  readonly searchHint: string;
  readonly find: string;
  readonly filters: string;
  readonly apply: string;
  readonly any: string;
  readonly category: string;
  readonly species: string;
  readonly sex: string;
  readonly size: string;
  readonly goodWith: string;
  readonly onlyStatus: string;
  readonly sort: string;
  readonly sorts: Record<PublicSort, string>;
  readonly sexes: Record<PetSex, string>;
  readonly sizes: Record<PetSize, string>;
  readonly company: Record<keyof GoodWith, string>;
  /** The label of a link that removes a filter. */
  removeFilter(name: string): string;
  readonly removeAll: string;

  readonly results: string;
  readonly pages: string;
  readonly next: string;
  readonly first: string;
  readonly noneYet: string;
  readonly noneMatch: string;
  readonly noneHere: string;

  readonly back: string;
  photoOf(name: string): string;
  photoNumber(number: number, name: string): string;
  readonly photos: string;
  readonly noPhoto: string;
  readonly about: string;
  readonly facts: string;
  readonly breed: string;
  readonly color: string;
  readonly coat: string;
  readonly age: string;
  readonly born: string;
  readonly location: string;
  readonly arrived: string;
  readonly fee: string;
  readonly noFee: string;
  readonly health: string;
  readonly neutered: string;
  readonly notNeutered: string;
  readonly vaccinated: string;
  readonly notVaccinated: string;
  readonly houseTrained: string;
  readonly notHouseTrained: string;
  readonly specialNeeds: string;
  readonly tags: string;
  goodWithWhom(whom: string): string;
  notGoodWith(whom: string): string;
  readonly askAbout: string;

  readonly notFound: string;
  readonly notFoundText: string;
  readonly gone: string;
  readonly goneText: string;
  readonly seeOthers: string;
}
