import type { components } from '../schema.gen.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions } from '../transport/transport.ts';
import type { PetstoreEvent } from '../types.gen.ts';

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

/** The log of all changes, in order. */
export interface Events {
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
