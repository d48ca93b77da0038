import { type PetStatus, petSorts } from '../../../contract/pet.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import type { Photo } from '../photos/model.ts';

/** An animal with all that a web site shows of it. Times are in epoch milliseconds, and missing where they are unknown. */
export interface Listing {
  id: bigint;
  name: string;
  category: { id: bigint; name?: string };
  status: PetStatus;
  profile: Profile;
  /** In their order. */
  photos: Photo[];
  createdAt?: bigint;
  updatedAt?: bigint;
  statusSince?: bigint;
}

/** The orders by dates of the profile: animals without the date come last. */
export const dateSorts = ['birthDate', '-birthDate', 'arrivedOn', '-arrivedOn'] as const;

/** The orders in which listings are listed. */
export const listingSorts = [...petSorts, ...dateSorts] as const;
export type ListingSort = (typeof listingSorts)[number];

/** The filters of listings whose values are counted. */
export type FacetName = 'status' | 'categoryId' | 'species' | 'sex' | 'size' | 'goodWith' | 'tag';

/** How many animals there are with each value of a filter. */
export interface Facet {
  /** Whether all matching animals were counted. Otherwise the counts are lower bounds, and values can be missing. */
  isComplete: boolean;
  /** The most frequent values first. Only a category can have a name. */
  values: { value: bigint | string; name?: string; count: bigint }[];
}

export type ListingFacets = Record<FacetName, Facet>;
