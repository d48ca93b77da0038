import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { entityTag } from '../../operations/entity-tag.ts';
import type { ListOperation } from '../../operations/operation.ts';
import type { RequestContext } from '../request/context.ts';
import { prefersCount, prefersFacets } from '../request/preferences.ts';
import { readListQuery } from '../request/query.ts';
import type { Match } from '../request/routes.ts';
import { readPathValues, type Target } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, type Reply } from '../response/reply.ts';
import { FacetCounter } from './facets.ts';
import type { Run, RunDependencies } from './run.ts';

const noPosition = { id: undefined, key: undefined };

/** What a client wants to have counted, and how the response cache tells the pages apart. */
const cacheMarks = { nothing: '?', entries: '#', facets: '!' };
type Counted = keyof typeof cacheMarks;

/** Serves a page of a list, from the response cache where possible. */
export function createListRun(operation: ListOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, cursors, responseCache, baseUrl, origin } = dependencies;
  const hasPath = Object.keys(operation.pathParameters).length > 0;
  const commonHeaders = entityHeaders();
  lifecycle.apply(commonHeaders);

  const { facets } = operation;
  const facetCounter = new FacetCounter();

  function makePage({ query }: Target, match: Match | undefined, counted: Counted, now: number): MaybePromise<Reply> {
    const pathValues = hasPath ? readPathValues(operation, match?.rawValues ?? {}) : {};
    const { limit, cursor, filters: queried, canonicalFilters } = readListQuery(operation, query);
    const filters = { ...queried, ...pathValues };
    const path = hasPath ? fillPath(operation.path, pathValues) : operation.path;
    const listName = `${hasPath ? path : operation.id}?${canonicalFilters}`;
    const { id: after, key } = cursor === undefined ? noPosition : cursors.decode(listName, cursor);
    const range = { after, key, limit };
    return andThen(operation.page(store.reader, filters, range, BigInt(now), origin), ({ body, next }) => {
      const headers = new Headers(commonHeaders);
      const links = [lifecycle.link({})];
      if (next !== undefined) {
        const filtersPart = canonicalFilters === '' ? '' : `&${canonicalFilters}`;
        const address = `${path}?limit=${limit}${filtersPart}&cursor=${cursors.encode(listName, next)}`;
        links.push(`<${baseUrl}${address}>; rel="next"`);
      }
      const link = links.filter((value) => value !== '').join(', ');
      if (link !== '') headers.set('Link', link);
      if (counted === 'facets' && facets !== undefined) {
        return facetCounter.addTo({ body, link, headers }, () => facets.count(store.reader, filters));
      }
      headers.set('ETag', entityTag(body, link));
      if (counted !== 'entries') return { status: 200, headers, body };
      return andThen(operation.count(store.reader, filters, BigInt(now)), (count) => {
        if (count === undefined) return { status: 200, headers, body };
        headers.set('X-Total-Count', String(count));
        headers.set('Preference-Applied', 'count=exact');
        return { status: 200, headers, body };
      });
    });
  }

  return (context) => {
    const { target, match, revision, now } = context;
    const counted = readCounted(context, facets !== undefined);
    const make = () => makePage(target, match, counted, now);
    if (operation.changesWithTime) return make();
    const cacheKey = `${hasPath ? target.path : operation.id}${cacheMarks[counted]}${target.query}`;
    return responseCache.findOrMake(cacheKey, revision, make);
  };
}

function readCounted(context: RequestContext, hasFacets: boolean): Counted {
  if (hasFacets && prefersFacets(context)) return 'facets';
  return prefersCount(context) ? 'entries' : 'nothing';
}

/** The path with its placeholders replaced by their values. */
function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
