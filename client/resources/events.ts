import type { components } from '../schema.gen.ts';
import { findLastId, follow } from '../transport/follow.ts';
import { parseInt64 } from '../transport/int64.ts';
import { fetchPage, Listing, type ListOptions } from '../transport/paging.ts';
import { everyOf, isArrayOf, isInteger, isShape, isString, type OrNewer, optional } from '../transport/shape.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';
import { isCategory } from './categories.ts';
import { isPet } from './pets.ts';

/** What can happen. */
export type EventType = components['schemas']['EventType'];

/**
 * A change. With a `petId` it is one of an animal, and `pet` is the animal as it is since; without `pet` it is gone. A
 * newer server may send types that are not in the list: skip what you do not know.
 */
export type PetstoreEvent = Omit<components['schemas']['Event'], 'type'> & { type: OrNewer<EventType> };

/** Everything that can happen. */
export const eventTypes = everyOf<EventType>()([
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'category.created',
  'category.updated',
  'order.placed',
  'order.completed',
  'order.cancelled',
]);

const isEvent = isShape<PetstoreEvent>({
  id: isInteger,
  type: isString,
  at: isString,
  petId: optional(isInteger),
  orderId: optional(isInteger),
  pet: optional(isPet),
  category: optional(isCategory),
});
const isEvents = isArrayOf(isEvent);

/** Where events are followed from. */
export interface FollowEventsOptions extends CallOptions {
  /**
   * Begins behind the event with this id; 0n begins with the oldest one. Without it, it begins with what happens from
   * the first connection on.
   * @example { after: 815n }
   */
  after?: bigint | undefined;
  /**
   * Called with the id behind which each connection begins: it was that of the newest event, if it began with what
   * happens from then on.
   * @example { onBegin: (id) => console.log(`everything behind ${id} comes`) }
   */
  onBegin?: ((id: bigint) => void) | undefined;
}

/** Which events are listed, and how. */
export interface ListEventsOptions extends CallOptions, Pick<ListOptions, 'limit'> {
  /**
   * Begins behind the event with this id: the `next` of an earlier page, or any event; without it, with the oldest one.
   * @example { after: 815n }
   */
  after?: bigint | undefined;
}

/** Every change, in its order. Every method throws `PetstoreError` for a refusal and `NoAnswerError` without an answer. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the events that there are, in the order in which they happened. The pages are requested one by one.
   * @throws PetstoreError `events_expired` when events behind `after` are not kept any more: read everything again
   * @example for await (const { id, type } of client.events.list({ after: 815n })) console.log(id, type);
   */
  list({ after: start, limit = 100, ...options }: ListEventsOptions = {}): Listing<PetstoreEvent, bigint> {
    return new Listing((after) => {
      const query = [
        ['limit', String(limit)],
        ['after', after?.toString()],
      ] as const;
      return fetchPage(this.#transport, { path: '/events', query, accepts: isEvents, options }, readAfter);
    }, start);
  }

  /**
   * Follows the events as they happen, for ever: a loop over them ends only by leaving it, which closes the connection.
   * A connection that ends, breaks or falls silent is replaced by another one, for as long as that takes; no event is
   * missed and none comes twice. `onAnswer` is called for each connection.
   * @throws PetstoreError for a refusal that trying again does not mend; `events_expired` when events behind `after` are
   *   not kept any more: read everything again, as {@link Events.lastId} shows
   * @throws the reason of the signal when it is aborted
   * @example for await (const { type, pet } of client.events.follow({ after })) console.log(type, pet?.name);
   */
  follow({ after, onBegin, ...options }: FollowEventsOptions = {}): AsyncIterable<PetstoreEvent> {
    return follow(this.#transport, { path: '/events', after, onBegin, accepts: isEvent, options });
  }

  /**
   * The id of the newest event, 0n if there is none: to read everything, and then to follow what has happened since.
   * @example
   * const after = await client.events.lastId();
   * for await (const pet of client.pets.list()) show(pet);
   * for await (const { petId, pet } of client.events.follow({ after })) if (petId !== undefined) show(pet);
   */
  async lastId(options: CallOptions = {}): Promise<bigint> {
    return await findLastId(this.#transport, { path: '/events', options });
  }
}

function readAfter(link: URLSearchParams): bigint | undefined {
  return parseInt64(link.get('after') ?? '');
}
