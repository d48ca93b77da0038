import { isFacetedListings, isListing, isListings } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { maxPageSize } from '../transport/limits.ts';
import { type Listing, type ListOptions, listByCursor, type Page, readNext } from '../transport/paging.ts';
import { type CallOptions, type Query, Resource, type WriteOptions } from '../transport/transport.ts';
import type { PetSort, PetStatus } from './pets.ts';
import type { PetSex, PetSize } from './profiles.ts';

/** An animal with all that a web site shows of it. */
export type PetListing = components['schemas']['Listing'];
/** An animal to add, with its profile. */
export type NewPetListing = components['schemas']['NewListing'];
/** For each filter, how many animals there are with each of its values. */
export type PetListingFacets = components['schemas']['ListingFacets'];

/** The media types of a page with facets, and of errors. */
const acceptedTypes = 'application/vnd.petstore.facets+json, application/problem+json';

/** A page of animals with the counts for the filters beside it. */
export interface FacetedPage extends Page<PetListing> {
  /** The counts for the filters. */
  readonly facets: PetListingFacets;
  /** How many animals match; `undefined` where not all were counted. */
  readonly total: number | undefined;
}

/** Which animals are shown. All filters must match. */
export interface PetListingFilters {
  /**
   * Only animals with this status.
   * @example { status: 'available' }
   */
  status?: PetStatus | undefined;
  /**
   * Only animals of this category.
   * @example { categoryId: 3n }
   */
  categoryId?: bigint | undefined;
  /**
   * Only animals of this species.
   * @example { species: 'Cat' }
   */
  species?: string | undefined;
  /**
   * Only animals of this sex.
   * @example { sex: 'female' }
   */
  sex?: PetSex | undefined;
  /**
   * Only animals of this size.
   * @example { size: 'small' }
   */
  size?: PetSize | undefined;
  /**
   * Only animals that get along with all of these.
   * @example { goodWith: ['children', 'cats'] }
   */
  goodWith?: readonly ('children' | 'dogs' | 'cats')[] | undefined;
  /**
   * Only animals with all of these tags, at most 10.
   * @example { tags: ['lap cat'] }
   */
  tags?: readonly string[] | undefined;
  /**
   * Only animals that were changed at this time or later.
   * @example { changedSince: '2026-11-21T10:00:00Z' }
   */
  changedSince?: string | undefined;
  /**
   * Only animals with words in name, breed, tags or description that begin with each of these words.
   * @example { q: 'friendly ros' }
   */
  q?: string | undefined;
  /**
   * The order; by ascending id if it is missing. A cursor is valid for the order that it was issued for.
   * @example { sort: '-createdAt' }
   */
  sort?: PetSort | undefined;
  /**
   * Only these animals, at most 100; those that do not exist are left out.
   * @example { ids: [17n, 4711n] }
   */
  ids?: readonly bigint[] | undefined;
}

/** Options of {@link PetListings.list}. */
export interface ListPetListingsOptions extends PetListingFilters, ListOptions {}

/** Animals for web sites. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class PetListings extends Resource {
  /**
   * Lists animals by ascending id, or in another order. The pages are requested one by one, as they are read; a page can have fewer entries than
   * `limit`, or none, although more follow.
   * @example for await (const { name, profile } of client.listings.list({ status: 'available' })) console.log(name, profile.breed);
   */
  list(options: ListPetListingsOptions = {}): Listing<PetListing> {
    const call = { path: '/listings', filters: queryOf(options), accepts: isListings };
    return listByCursor(this.transport, call, options);
  }

  /**
   * Reads one page, with how many animals there would be with each value of the filters: in place of the value that a
   * filter has, and for `goodWith` and `tags` in addition to it.
   * @example const { items, facets } = await client.listings.listWithFacets({ status: 'available', limit: 20 });
   */
  async listWithFacets(options: Omit<ListPetListingsOptions, 'ids'> = {}): Promise<FacetedPage> {
    const { limit = maxPageSize, cursor } = options;
    const answer = await this.transport.send({
      method: 'GET',
      path: '/listings',
      query: { limit, ...queryOf(options), cursor },
      headers: { Prefer: 'count=facets', Accept: acceptedTypes },
      accepts: isFacetedListings,
      options,
    });
    const total = answer.headers.get('X-Total-Count');
    const next = readNext(answer, (link) => link.get('cursor') ?? undefined);
    return { ...answer.data, next, total: total === null ? undefined : Number(total) };
  }

  /**
   * Reads one animal.
   * @throws PetstoreError `pet_not_found`
   * @example const { name, category, profile } = await client.listings.get(17n);
   */
  async get(petId: bigint, options: CallOptions = {}): Promise<PetListing> {
    return await this.transport.call('GET', pathTo`/listings/${petId}`, isListing, options);
  }

  /**
   * Adds an animal with its profile: both, or neither. When this resolves, they are stored durably.
   * @throws PetstoreError `reference_in_use` when another animal has the reference
   * @example await client.listings.create({ name: 'Pepper', categoryId: 3n, profile: { breed: 'Maine Coon' } });
   */
  async create(newListing: NewPetListing, options: WriteOptions = {}): Promise<PetListing> {
    return await this.transport.call('POST', '/listings', isListing, options, { body: newListing });
  }
}

function queryOf(filters: PetListingFilters): Query {
  const { status, categoryId, species, sex, size, goodWith, tags, changedSince, q, sort, ids } = filters;
  return { status, categoryId, species, sex, size, goodWith, tag: tags, changedSince, q, sort, id: ids };
}
