import { isEvent, isFacetedListings } from './guards.gen.ts';
import { maxPageSize } from './limits.ts';
import { operations } from './operations.gen.ts';
import type { Categories } from './resources/categories.ts';
import type { Deliveries } from './resources/deliveries.ts';
import type { Events } from './resources/events.ts';
import type { Inquiries } from './resources/inquiries.ts';
import type { InventoryCounts } from './resources/inventory.ts';
import type { Keys } from './resources/keys.ts';
import type { PetListings } from './resources/listings.ts';
import type { Orders } from './resources/orders.ts';
import type { Devices, People } from './resources/people.ts';
import type { Pets } from './resources/pets.ts';
import type { Photos } from './resources/photos.ts';
import type { Profiles } from './resources/profiles.ts';
import type { Statistics } from './resources/statistics.ts';
import { verifyAndRead } from './resources/webhook-signature.ts';
import type { Webhooks } from './resources/webhooks.ts';
import { findLastId, follow } from './transport/follow.ts';
import { callOperation, methodsOf, queryOf, requireKnown } from './transport/operation.ts';
import { fetchPage, PagedList, readCursor } from './transport/paging.ts';
import { readId } from './transport/shape.ts';
import type { Transport } from './transport/transport.ts';
import { imageTypeOf } from './transport/upload.ts';

/** What the service has. */
export interface Resources {
  /**
   * The animals.
   * @example const frank = await client.pets.create({ name: 'Frank', categoryId: 3n });
   */
  readonly pets: Pets;
  /**
   * What people want to know about an animal.
   * @example await client.profiles.update(17n, { breed: 'Beagle', goodWith: { dogs: true } });
   */
  readonly profiles: Profiles;
  /**
   * The photos of animals.
   * @example await client.photos.add(17n, file);
   */
  readonly photos: Photos;
  /**
   * Animals with all that a web site shows of them.
   * @example for await (const { name, profile, photos } of client.listings.list({ status: 'available' })) show(name);
   */
  readonly listings: PetListings;
  /**
   * Names of category numbers.
   * @example await client.categories.put(3n, { name: 'Dogs' });
   */
  readonly categories: Categories;
  /**
   * Reservations of animals.
   * @example const order = await client.orders.place({ petId: 17n });
   */
  readonly orders: Orders;
  /**
   * What people ask about animals.
   * @example for await (const { id, message } of client.inquiries.list({ status: 'open' })) console.log(id, message);
   */
  readonly inquiries: Inquiries;
  /**
   * How many animals there are in each status.
   * @example const { available } = await client.inventory.get();
   */
  readonly inventory: InventoryCounts;
  /**
   * What happened to animals, by day, week or month.
   * @example const periods = await client.statistics.get({ by: 'month' });
   */
  readonly statistics: Statistics;
  /**
   * Every change, in order.
   * @example for await (const { type, pet } of client.events.follow()) console.log(type, pet?.name);
   */
  readonly events: Events;
  /**
   * API keys.
   * @example const { secret } = await client.keys.create({ name: 'web site', role: 'reader' });
   */
  readonly keys: Keys;
  /**
   * People who sign in.
   * @example const { url } = await client.people.invite(1n);
   */
  readonly people: People;
  /**
   * Where people are signed in.
   * @example for await (const { device, lastUsedAt } of client.devices.list(1n)) console.log(device, lastUsedAt);
   */
  readonly devices: Devices;
  /**
   * Addresses that events are sent to.
   * @example const { secret } = await client.webhooks.create({ url: 'https://shelter.example.org/events' });
   */
  readonly webhooks: Webhooks;
  /**
   * Events that have not arrived at a webhook yet.
   * @example for await (const { id, failure } of client.deliveries.list({ status: 'dead' })) console.log(id, failure);
   */
  readonly deliveries: Deliveries;
}

/** The media types of a page with facets, and of errors. */
const withFacets = 'application/vnd.petstore.facets+json, application/problem+json';

/**
 * The resources as a client has them. Their methods follow from the table of operations, where their interfaces allow it: the
 * compiler compares ids, bodies and results, and operations.test.ts what options send. Only those with a shape of their own
 * are written out.
 */
export function createResources(transport: Transport): Resources {
  const categories = methodsOf(transport, operations.categories);
  const keys = methodsOf(transport, operations.keys);
  return {
    pets: methodsOf(transport, operations.pets),
    profiles: methodsOf(transport, operations.profiles),
    photos: {
      ...methodsOf(transport, operations.photos),
      async add(petId, image, { mediaType, onProgress, ...options } = {}) {
        const body = image instanceof Blob ? image : new Blob([image]);
        const upload = { body, mediaType: mediaType || body.type || (await imageTypeOf(body)), onProgress };
        return await callOperation(transport, operations.photos.add, [petId], options, { upload });
      },
    },
    listings: {
      ...methodsOf(transport, operations.listings),
      async listWithFacets(options = {}) {
        const { limit = maxPageSize, cursor } = options;
        const { path } = operations.listings.list;
        const query = { limit, ...queryOf(operations.listings.list, options), cursor };
        const headers = { Prefer: 'count=facets', Accept: withFacets };
        const answer = await transport.send({
          method: 'GET',
          path,
          query,
          headers,
          accepts: isFacetedListings,
          options,
        });
        const total = answer.headers.get('X-Total-Count');
        return { ...answer.data, next: readCursor(answer), total: total === null ? undefined : Number(total) };
      },
    },
    categories: {
      ...categories,
      // Of a whole category only the name is sent: its number is in the path.
      put: (id, { name }, options) => categories.put(id, { name }, options),
    },
    orders: methodsOf(transport, operations.orders),
    inquiries: methodsOf(transport, operations.inquiries),
    inventory: {
      ...methodsOf(transport, operations.inventory),
      categories({ limit, cursor: start, ...options } = {}) {
        requireKnown(options);
        return new PagedList(async (cursor) => {
          const query = { groupBy: 'category', limit, cursor };
          const answer = await transport.send({ ...operations.inventory.get, query, options });
          return { items: answer.data.categories ?? [], next: readCursor(answer) };
        }, start);
      },
    },
    statistics: methodsOf(transport, operations.statistics),
    events: createEvents(transport),
    keys: {
      ...keys,
      revoke: (id, { keepWebhooks = false, ...options } = {}) =>
        keys.revoke(id, { ...options, webhooks: keepWebhooks ? 'keep' : undefined }),
    },
    people: methodsOf(transport, operations.people),
    devices: methodsOf(transport, operations.devices),
    webhooks: {
      ...methodsOf(transport, operations.webhooks),
      verify: (received) => verifyAndRead(received, transport.ids),
    },
    deliveries: methodsOf(transport, operations.deliveries),
  };
}

function createEvents(transport: Transport): Events {
  const { path, accepts } = operations.events.list;
  const readAfter = (link: URLSearchParams) => readId(link.get('after') ?? '', transport.ids);
  return {
    list: ({ after: start, limit = maxPageSize, ...options } = {}) =>
      new PagedList((after) => {
        const query = { ...queryOf(operations.events.list, options), limit, after };
        return fetchPage(transport, { path, query, accepts, options }, readAfter);
      }, start),
    follow({ after, onBegin, ...options } = {}) {
      requireKnown(options);
      return follow(transport, { path, after, onBegin, accepts: isEvent, options });
    },
    async lastId(options = {}) {
      requireKnown(options);
      return await findLastId(transport, { path, options });
    },
  };
}
