import type { components } from '../schema.gen.ts';
import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, Page } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { UploadProgress } from '../transport/upload.ts';
import type { EventType, Inventory, PetListing, PetListingFacets, Role, Scope } from '../types.gen.ts';

/** How a list of animals is sorted; with `-` it is descending. */
export type PetSort = NonNullable<OptionalMembers<'listPetsQuery'>['sort']>;

/** Which animals are counted. */
export interface CountPetsOptions
  extends CallOptions,
    Pick<OptionalMembers<'listPetsQuery'>, 'status' | 'categoryId' | 'reference'> {}

/** How a photo is added. */
export interface AddPhotoOptions extends WriteOptions, OptionalMembers<'addPhotoQuery'> {
  /**
   * The media type of the image; by default that of a `Blob` or `File`, or what its first bytes tell.
   * @example { mediaType: 'image/jpeg' }
   */
  mediaType?: string | undefined;
  /**
   * Called while the image is sent, and from the beginning for each retry. Outside of browsers, which alone can tell how
   * much was sent, it is called with nothing and with everything.
   * @example { onProgress: ({ sentBytes, totalBytes }) => bar.show(sentBytes / totalBytes) }
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** A page of animals with the counts for the filters beside it. */
export interface FacetedPage extends Page<PetListing> {
  /** The counts for the filters. */
  readonly facets: PetListingFacets;
  /** How many animals match; `undefined` where not all were counted. */
  readonly total: number | undefined;
}

type Query = OptionalMembers<'listListingsQuery'>;
/** The filters of which an animal has one of several values. Of the others it has all. */
type Repeatable = Exclude<
  {
    [Name in keyof Query]: readonly string[] extends Query[Name]
      ? Name
      : Query[Name] extends readonly string[] | undefined
        ? Name
        : never;
  }[keyof Query],
  'tags' | 'goodWith' | undefined
>;

/** One value, or several of which an animal has one; an empty list is no filter. */
type OneOrMore = {
  [Name in keyof Pick<Query, Repeatable>]:
    | Query[Name]
    | (Query[Name] extends readonly (infer Value)[] | undefined ? Value : never);
};

/**
 * Which animals are shown. All filters must match.
 * @example { status: ['available', 'pending'], species: 'cat', bornAfter: '2025-01-01', houseTrained: true }
 */
export interface PetListingFilters extends Omit<Query, Repeatable>, OneOrMore {}

/** Options of {@link PetListings.list}. */
export interface ListPetListingsOptions extends PetListingFilters, ListOptions {}

/** How many animals of one category there are. */
export type CategoryInventory = NonNullable<Inventory['categories']>[number];

/** How the counts by category are read. */
export interface CategoryInventoryOptions extends CallOptions {
  /**
   * Categories per request, 1 to 1,000; 1,000 by default.
   * @example { limit: 100 }
   */
  limit?: number | undefined;
  /**
   * Begins at this page: the `next` of an earlier one.
   * @example { cursor: page.next }
   */
  cursor?: string | undefined;
}

/** What happened to animals in one period. */
export type PeriodStatistics = components['schemas']['Statistics'][number];
/** The same in one category. */
export type CategoryStatistics = NonNullable<PeriodStatistics['categories']>[number];

/**
 * A key to make: with the scopes of a role, or with these scopes. A public key also has the web origins whose pages may use
 * it, or `*`. `expiresAt` is a moment of RFC 3339.
 */
export type NewKey = Omit<components['schemas']['NewKey'], 'role' | 'scopes' | 'origins'> &
  (
    | { role: 'public'; origins: readonly string[]; scopes?: undefined }
    | { role: Exclude<Role, 'public'>; scopes?: undefined; origins?: undefined }
    | { scopes: readonly Scope[]; role?: undefined; origins?: undefined }
  );

/** How a key gets a new secret. */
export interface KeyRotation {
  /**
   * Seconds for which the secret before stays valid, at most 30 days; a day by default. 0 ends it at once.
   * @example { graceSeconds: 3_600 }
   */
  graceSeconds?: number | undefined;
}

/** Options of {@link Keys.revoke}. */
export interface RevokeOptions extends ChangeOptions {
  /**
   * Whether the client's own key takes the webhooks of the key over, so that they stay active.
   * @example { keepWebhooks: true }
   */
  keepWebhooks?: boolean | undefined;
}

/** A webhook to make. */
export type NewWebhook = Omit<components['schemas']['NewWebhook'], 'types'> & {
  types?: readonly EventType[] | undefined;
};

/** The fields of a webhook to change. An empty list of types means all, an empty description none. */
export type WebhookChanges = OptionalMembers<'WebhookChanges'>;

/** How a webhook gets a new secret. */
export interface WebhookRotation {
  /**
   * Seconds for which requests are also signed with the previous secret, at most 30 days; a day by default.
   * @example { graceSeconds: 3_600 }
   */
  graceSeconds?: number | undefined;
}

/** Options of {@link Events.follow}. */
export interface FollowEventsOptions extends CallOptions {
  /**
   * Starts after the event with this id; 0n starts with the oldest event. Without it, the stream starts with events that
   * happen after the first connection was made.
   * @example { after: 815n }
   */
  after?: bigint | undefined;
  /**
   * Called for each connection with the id after which it starts; without `after`, the first is the id of the newest
   * event.
   * @example { onBegin: (id) => console.log(`events after ${id} follow`) }
   */
  onBegin?: ((id: bigint) => void) | undefined;
}

/** Options of {@link Events.list}. */
export interface ListEventsOptions
  extends CallOptions,
    Pick<ListOptions, 'limit'>,
    Omit<components['schemas']['listEventsQuery'], 'limit' | 'after'> {
  /**
   * Starts after the event with this id: the `next` of an earlier page, or any event. Without it, starts with the oldest,
   * or with the newest where these come first.
   * @example { after: 815n }
   */
  after?: bigint | undefined;
}
