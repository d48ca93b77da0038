import { defaultPageSize } from '../../../contract/limits.ts';
import { writeInt64Strings } from '../../api/int64-strings.ts';
import { type StreamOperation, scopesFor } from '../../api/operation.ts';
import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import type { PageRange } from '../../store/keyset.ts';
import { prefersToJson } from '../request/accept.ts';
import { appliedInt64Strings, prefersInt64Strings } from '../request/preferences.ts';
import { readQuery } from '../request/query.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, pageReply, type Reply } from '../response/reply.ts';
import { eventStreamHeaders, eventStreamType, readLastEventId } from '../stream/event-stream.ts';
import { createLiveEvents } from '../stream/live-events.ts';
import type { Run, RunDependencies } from './run.ts';

/** Serves a page of events, or a stream of new events where the client accepts one. */
export function createStreamRun(operation: StreamOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, baseUrl, responseCache, streams } = dependencies;
  const scopes = scopesFor(operation);
  const pageWithStrings: StreamOperation['page'] = async (db, range) => {
    const entries = await operation.page(db, range);
    return entries.map((entry) => ({ ...entry, body: writeInt64Strings(operation.entry, entry.body) }));
  };
  const live = createLiveEvents(operation.page, store);
  const liveStrings = createLiveEvents(pageWithStrings, store);

  function finish(headers: Headers): Headers {
    headers.set('Vary', 'Accept, Prefer');
    return lifecycle.applyTo(headers);
  }

  async function readPage({ after, limit }: PageRange) {
    // One entry more than the page holds tells whether there is a next page.
    const found = await operation.page(store.reader, { after, limit: limit + 1 });
    const entries = found.slice(0, limit);
    return { entries, next: found.length > limit ? entries.at(-1)?.id : undefined };
  }

  async function makePage(
    range: PageRange,
    filters: Record<string, unknown>,
    given: readonly string[],
  ): Promise<Reply> {
    const isFiltered = given.length > 0;
    const { entries, next } = await (isFiltered ? operation.search(store.reader, filters, range) : readPage(range));
    const body = `[${entries.map((entry) => entry.body).join(',')}]`;
    const query = [`limit=${range.limit}`, ...given, `after=${next}`].join('&');
    const link = next === undefined ? '' : `<${baseUrl}${operation.path}?${query}>; rel="next"`;
    return pageReply(finish(entityHeaders()), body, link);
  }

  return async (context, principal) => {
    const { request, target } = context;
    const { values, canonicalFilters } = readQuery(operation, target.query);
    const { limit, after, ...filters } = values as { limit?: number; after?: bigint };
    if (!prefersToJson(eventStreamType, request.headers.get('Accept'))) {
      const range = { limit: limit ?? defaultPageSize, after };
      const given = canonicalFilters.filter((filter) => !filter.startsWith('after='));
      const make = () => makePage(range, filters, given);
      return await responseCache.findOrMake(`${operation.id}?${target.query}`, context, make);
    }
    const [unusable] = limit === undefined ? Object.keys(filters) : ['limit'];
    if (unusable !== undefined) {
      throw invalidParameters([fieldError(`?${unusable}`, 'not_of_stream')]);
    }
    const headers = finish(eventStreamHeaders());
    const hasStrings = prefersInt64Strings(context);
    if (hasStrings) headers.set('Preference-Applied', appliedInt64Strings);
    const from = readLastEventId(request.headers) ?? after;
    // Where entries after it have been deleted, this throws while there is still a status to say so.
    if (from !== undefined) await operation.page(store.reader, { after: from, limit: 1 });
    const start = from ?? (await operation.end(store.reader));
    if (request.method === 'HEAD') return { status: 200, headers, body: null };
    const body = streams.open(hasStrings ? liveStrings : live, start, context, principal, scopes);
    return { status: 200, headers, body };
  };
}
