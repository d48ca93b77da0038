import { facetsType } from '../../api/define.ts';
import { isConfidentialFor, type ListOperation } from '../../api/operation.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import type { Principal } from '../auth/authenticate.ts';
import { accepts } from '../request/accept.ts';
import type { RequestContext } from '../request/context.ts';
import { preferredCount } from '../request/preferences.ts';
import { readListQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, pageReply, type Reply } from '../response/reply.ts';
import { createFacetCounter } from './facets.ts';
import { kindOfKey, type Run, type RunDependencies, viewOf } from './run.ts';

/** What a client wants to have counted, and how the response cache tells the pages apart. */
const cacheMarks = { nothing: '?', entries: '#', facets: '!' };
type Counted = keyof typeof cacheMarks;

/** Requests for facets at one time: of a client that shares its public key with everybody, and of another key. */
const facetPlaces = { public: 3, secret: 51 };

/** Serves a page of a list, from the response cache where possible. */
export function createListRun(operation: ListOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, responseCache, baseUrl, cursors, installation, searchTurns } = dependencies;
  const hasPath = Object.keys(operation.pathParameters).length > 0;
  const { facets } = operation;
  function makeHeaders(isConfidential: boolean): Headers {
    const headers = lifecycle.applyTo(entityHeaders({ isConfidential }));
    // Facets have a media type of their own, which a client may not accept.
    const varying = [facets && 'Accept', operation.isCompressible && 'Accept-Encoding', 'Prefer'];
    headers.set('Vary', varying.filter(Boolean).join(', '));
    return headers;
  }
  const commonHeaders = { open: makeHeaders(false), confidential: makeHeaders(true) };

  // Clients of public keys take no turns of other keys.
  const countFacets = {
    public: createFacetCounter(facetPlaces.public),
    secret: createFacetCounter(facetPlaces.secret),
  };

  function makePage(request: RequestContext, principal: Principal, counted: Counted): MaybePromise<Reply> {
    const { target, match, now, today } = request;
    const { keyId, scopes } = principal;
    const kind = kindOfKey(principal);
    const publicView = viewOf(installation, principal, today);
    const isConfidential = isConfidentialFor(operation, scopes);
    const { origin, shelter } = installation;
    const context = { now: BigInt(now), today, callerId: keyId, origin, shelter, publicView, isConfidential };
    const pathValues = hasPath ? readPathValues(operation, match?.rawValues ?? {}) : {};
    const { limit, cursor, filters: queried, canonicalFilters } = readListQuery(operation, target.query);
    const filters = hasPath ? { ...queried, ...pathValues } : queried;
    const path = hasPath ? fillPath(operation.path, pathValues) : operation.path;
    const listName = `${hasPath ? path : operation.id}?${canonicalFilters}`;
    const { id: after, key } = cursor === undefined ? {} : cursors[kind].decode(listName, cursor);
    const takesTurn = kind === 'public' && operation.takesTurn?.(filters) === true;
    const readPage = () => operation.page(store.reader, filters, { after, key, limit }, context);
    return andThen(takesTurn ? searchTurns(request, readPage) : readPage(), ({ body, next }) => {
      const headers = new Headers(isConfidential ? commonHeaders.confidential : commonHeaders.open);
      let link = lifecycle.link({});
      if (next !== undefined) {
        const filtersPart = canonicalFilters && `&${canonicalFilters}`;
        const address = `${path}?limit=${limit}${filtersPart}&cursor=${cursors[kind].encode(listName, next)}`;
        link += `${link && ', '}<${baseUrl}${address}>; rel="next"`;
      }
      if (counted === 'facets' && facets !== undefined) {
        return countFacets[kind]({
          // Clients on this machine cannot be told apart, so none of them stands in the way of another.
          client: kind === 'public' ? (request.client?.site ?? request) : keyId,
          filters: listName,
          signal: request.request.signal,
          count: () => facets.count(store.reader, filters, context),
        }).then(({ body: counts, total }) => {
          headers.set('Content-Type', facetsType);
          headers.set('Preference-Applied', 'count=facets');
          if (total !== undefined) headers.set('X-Total-Count', String(total));
          return pageReply(headers, `{"items":${body},"facets":${counts}}`, link);
        });
      }
      const reply = pageReply(headers, body, link);
      if (counted !== 'entries') return reply;
      const countEntries = () => operation.count(store.reader, filters, context);
      return (takesTurn ? searchTurns(request, countEntries) : countEntries()).then((count) => {
        if (count === undefined) return reply;
        headers.set('X-Total-Count', String(count));
        headers.set('Preference-Applied', 'count=exact');
        return reply;
      });
    });
  }

  return (context, principal) => {
    const { target, revision } = context;
    const counted = readCounted(context, facets !== undefined);
    const make = () => makePage(context, principal, counted);
    if (operation.changesWithTime || isConfidentialFor(operation, principal.scopes)) return make();
    // Without a revision requests would share a reply, but each waits for facets in a turn of its own.
    if (counted === 'facets' && revision === undefined) return make();
    // All public keys see the same, and nothing of what others see.
    const audience = kindOfKey(principal) === 'public' ? ' ' : '';
    const cacheKey = `${audience}${cacheMarks[counted]}${hasPath ? target.path : operation.id}?${target.query}`;
    return responseCache.findOrMake(cacheKey, context, make);
  };
}

function readCounted(context: RequestContext, hasFacets: boolean): Counted {
  const preferred = preferredCount(context);
  const { headers } = context.request;
  if (hasFacets && preferred === 'facets' && accepts(facetsType, headers.get('Accept'))) return 'facets';
  return preferred === 'exact' ? 'entries' : 'nothing';
}

/** The path with its placeholders replaced by their values. */
function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
