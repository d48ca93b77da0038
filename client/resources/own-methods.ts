import type { PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions } from '../transport/transport.ts';
import type { Category, PetstoreEvent, Photo } from '../types.gen.ts';
import type {
  AddPhotoOptions,
  CategoryInventory,
  CategoryInventoryOptions,
  FacetedPage,
  FollowEventsOptions,
  ListEventsOptions,
  ListPetListingsOptions,
  RevokeOptions,
} from './own-shapes.ts';
import type { ReceivedWebhook } from './webhook-signature.ts';

/** The method of {@link Photos} whose body is no JSON. */
export interface PhotoUploads {
  /**
   * Adds a photo after the others: a JPEG, PNG, WebP or GIF image of at most 20 MB. When this resolves, it is stored
   * durably.
   * @throws PetstoreError `invalid_image`, `image_too_large`, `payload_too_large`, `unsupported_media_type`, `too_many_photos`
   * @example await client.photos.add(17n, input.files[0]);
   * @example await client.photos.add(17n, await readFile('frank.jpg'));
   */
  add(petId: bigint, image: Blob | Uint8Array<ArrayBuffer>, options?: AddPhotoOptions): Promise<Photo>;
}

/** The method of {@link PetListings} for a page with the counts for its filters. */
export interface FacetedListings {
  /**
   * Reads one page, with how many animals there would be with each value of the filters: in place of the value that a
   * filter has, and for `goodWith` and `tags` in addition to it.
   * @example const { items, facets } = await client.listings.listWithFacets({ status: 'available', limit: 20 });
   */
  listWithFacets(options?: Omit<ListPetListingsOptions, 'ids'>): Promise<FacetedPage>;
}

/** The methods of {@link Categories} that take less than they send, or send several requests. */
export interface CategoryNames {
  /**
   * Gives a name to a number, or another name. Repeated, the call has the same effect.
   * @example await client.categories.put(3n, { name: 'Dogs' });
   */
  put(id: bigint, draft: Pick<Category, 'name'>, options?: ChangeOptions): Promise<Category>;
  /**
   * Moves all animals of a category to another one, in as many requests as it takes, and removes it. After a failure the same
   * call goes on.
   * @throws PetstoreError `category_not_found` when it has neither a name nor animals, or the other one has no name
   * @example await client.categories.merge(4n, { into: 3n });
   */
  merge(id: bigint, target: { readonly into: bigint }, options?: ChangeOptions): Promise<void>;
}

/** The method of {@link InventoryCounts} that reads all pages. */
export interface InventoryByCategory {
  /**
   * The counts of each category that has animals, by ascending number.
   * @example for await (const { categoryId, available } of client.inventory.categories()) console.log(categoryId, available);
   */
  categories(options?: CategoryInventoryOptions): PagedList<CategoryInventory>;
}

/** The method of {@link Keys} with an option of its own. */
export interface KeyRevocation {
  /**
   * Ends a key for good; it stays in the list. Its webhooks are paused, unless the client's own key takes them over.
   * @throws PetstoreError `key_not_found`; `last_admin_key` when no other active key may make keys;
   *   `insufficient_scope` when it has a scope that the client's own key lacks
   * @example await client.keys.revoke(2n);
   */
  revoke(id: bigint, options?: RevokeOptions): Promise<void>;
}

/** The method of {@link Webhooks} for what they have sent. */
export interface WebhookVerification {
  /**
   * Checks that the service has sent a webhook's request, and returns its event. Sends nothing, as `verifyWebhook`.
   * @throws WebhookVerificationError
   * @example
   * const event = await client.webhooks.verify({ body: await request.text(), headers: request.headers, secret });
   */
  verify(received: ReceivedWebhook): Promise<PetstoreEvent>;
}

/** The methods of {@link Events}, whose pages begin after an id. */
export interface EventLog {
  /**
   * Lists the stored events in the order in which they happened. Pages are requested one by one.
   * @throws PetstoreError `events_expired` when events after `after` have been deleted: read everything again
   * @example for await (const { id, type } of client.events.list({ after: 815n })) console.log(id, type);
   */
  list(options?: ListEventsOptions): PagedList<PetstoreEvent, bigint>;
  /**
   * Streams events as they happen. The stream never ends by itself: leaving the loop closes the connection. A connection
   * that ends, breaks or falls silent is replaced, however long that takes. Each event arrives exactly once. `onAnswer` is
   * called for each connection.
   * @throws PetstoreError for an error that is not transient; `events_expired` when events after `after` have been
   *   deleted: read everything again, as {@link Events.lastId} shows
   * @throws the reason of the signal when it is aborted
   * @example for await (const { type, pet } of client.events.follow({ after })) console.log(type, pet?.name);
   */
  follow(options?: FollowEventsOptions): AsyncIterable<PetstoreEvent>;
  /**
   * The id of the newest event, 0n if there is none: to read everything, and then follow the changes since.
   * @example
   * const after = await client.events.lastId();
   * for await (const pet of client.pets.list()) show(pet);
   * for await (const { petId, pet } of client.events.follow({ after })) if (petId !== undefined) show(pet);
   */
  lastId(options?: CallOptions): Promise<bigint>;
}
