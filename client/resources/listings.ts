import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, Page, PagedList } from '../transport/paging.ts';
import type { CallOptions, WriteOptions } from '../transport/transport.ts';
import type { ListingChanges, NewPetListing, PetListing, PetListingFacets } from '../types.gen.ts';

/** Options of {@link PetListings.changes}. */
export interface PetListingChangesOptions extends OptionalMembers<'listListingChangesQuery'>, CallOptions {}

/** A page of animals with the counts for the filters beside it. */
export interface FacetedPage extends Page<PetListing> {
  /** The counts for the filters. */
  readonly facets: PetListingFacets;
  /** How many animals match; `undefined` where not all were counted. */
  readonly total: number | undefined;
}

type Query = OptionalMembers<'listListingsQuery'>;
type Profiled =
  | 'species'
  | 'breed'
  | 'color'
  | 'sex'
  | 'size'
  | 'location'
  | 'publicLocation'
  | 'whereabouts'
  | 'intakeType'
  | 'outcomeType';
type Repeatable = 'status' | Profiled;

/** One value, or several of which an animal has one; an empty list is no filter. */
type OneOrMore = {
  [Name in Repeatable]?: Query[Name] | (Query[Name] extends readonly (infer Value)[] | undefined ? Value : never);
};

/**
 * Which animals are shown. All filters must match.
 * @example { status: ['available', 'pending'], species: 'cat', bornAfter: '2025-01-01', houseTrained: true }
 */
export interface PetListingFilters extends Omit<Query, Repeatable>, OneOrMore {
  /**
   * Only animals with all of these tags, at most 10.
   * @example { tags: ['lap cat'] }
   */
  tags?: readonly string[] | undefined;
  /**
   * Only these animals, at most 100; those that do not exist are left out.
   * @example { ids: [17n, 4711n] }
   */
  ids?: readonly bigint[] | undefined;
  /**
   * Only animals that get along with all of these.
   * @example { goodWith: ['children', 'cats'] }
   */
  goodWith?: Query['goodWith'];
  /**
   * Only animals with words in name, breed, color, coat, tags, location or description that begin with each of these words,
   * up to 10, in any order. Case and accents do not matter. Of a long description the first words are searched, about 500 different ones.
   * @example { q: 'friendly ros' }
   */
  q?: string | undefined;
  /**
   * How the list is sorted; by ascending id if it is missing. A cursor is valid for the order that it was issued for.
   * @example { sort: '-birthDate' }
   */
  sort?: Query['sort'];
}

/** Options of {@link PetListings.list}. */
export interface ListPetListingsOptions extends PetListingFilters, ListOptions {}

/** Animals for web sites. */
export interface PetListings {
  /**
   * Lists animals by ascending id, or in another order. The pages are requested one by one, as they are read; a page can
   * have fewer entries than `limit`, or none, although more follow.
   * @example for await (const { name, profile } of client.listings.list({ status: 'available' })) console.log(name, profile.breed);
   */
  list(options?: ListPetListingsOptions): PagedList<PetListing>;
  /**
   * Reads one page, with how many animals there would be with each value of the filters: in place of the value that a
   * filter has, and for `goodWith` and `tags` in addition to it.
   * @example const { items, facets } = await client.listings.listWithFacets({ status: 'available', limit: 20 });
   */
  listWithFacets(options?: Omit<ListPetListingsOptions, 'ids'>): Promise<FacetedPage>;
  /**
   * Tells what happened to animals after a position, for a copy of them: `next` of the response before. Without one it
   * tells the current position, from which a copy begins.
   * @throws PetstoreError `changes_expired` when the copy has to begin again
   * @example const { changed, removed, next } = await client.listings.changes({ after });
   */
  changes(options?: PetListingChangesOptions): Promise<ListingChanges>;
  /**
   * Reads one animal.
   * @throws PetstoreError `pet_not_found`
   * @example const { name, category, profile } = await client.listings.get(17n);
   */
  get(petId: bigint, options?: CallOptions): Promise<PetListing>;
  /**
   * Adds an animal with its profile: both, or neither. When this resolves, they are stored durably.
   * @throws PetstoreError `reference_in_use` when another animal has the reference
   * @example await client.listings.create({ name: 'Pepper', categoryId: 3n, profile: { breed: 'Maine Coon' } });
   */
  create(newListing: NewPetListing, options?: WriteOptions): Promise<PetListing>;
}
