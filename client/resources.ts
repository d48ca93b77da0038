import { maxPageSize } from '../contract/limits.ts';
import { isEvent, isFacetedListings } from './guards.gen.ts';
import { operations } from './operations.gen.ts';
import type { EventLog } from './resources/own-methods.ts';
import { verifyAndRead } from './resources/webhook-signature.ts';
import type { Resources } from './resources.gen.ts';
import { findLastId, follow } from './transport/follow.ts';
import { callOperation, queryOf, requireKnown, resourcesOf } from './transport/operation.ts';
import { fetchPage, PagedList, readCursor } from './transport/paging.ts';
import { readId } from './transport/shape.ts';
import type { Transport } from './transport/transport.ts';
import { imageTypeOf } from './transport/upload.ts';

/** The media types of a page with facets, and of errors. */
const withFacets = 'application/vnd.petstore.facets+json, application/problem+json';

/**
 * The resources as a client has them. Methods and their interfaces follow from the operations: the compiler compares ids,
 * bodies and results, and operations.test.ts what options send. Only those with a shape of their own are written out.
 */
export function createResources(transport: Transport): Resources {
  const derived = resourcesOf(transport, operations);
  const { categories, keys } = derived;
  return {
    ...derived,
    photos: {
      ...derived.photos,
      async add(petId, image, { mediaType, onProgress, ...options } = {}) {
        const body = image instanceof Blob ? image : new Blob([image]);
        const upload = { body, mediaType: mediaType || body.type || (await imageTypeOf(body)), onProgress };
        return await callOperation(transport, operations.photos.add, [petId], options, { upload });
      },
    },
    listings: {
      ...derived.listings,
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
      async merge(id, { into }, options = {}) {
        while ((await categories.merge(id, into, { ...options, idempotencyKey: undefined })).hasMore);
      },
    },
    inventory: {
      ...derived.inventory,
      categories({ limit, cursor: start, ...options } = {}) {
        requireKnown(options);
        return new PagedList(async (cursor) => {
          const query = { groupBy: 'category', limit, cursor };
          const answer = await transport.send({ ...operations.inventory.get, query, options });
          return { items: answer.data.categories ?? [], next: readCursor(answer) };
        }, start);
      },
    },
    events: createEvents(transport),
    keys: {
      ...keys,
      revoke: (id, { keepWebhooks = false, ...options } = {}) =>
        keys.revoke(id, { ...options, webhooks: keepWebhooks ? 'keep' : undefined }),
    },
    webhooks: {
      ...derived.webhooks,
      verify: (received) => verifyAndRead(received, transport.ids),
    },
  };
}

function createEvents(transport: Transport): EventLog {
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
