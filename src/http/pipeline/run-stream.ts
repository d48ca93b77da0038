import { defaultPageSize } from '../../../client/limits.ts';
import { invalidParameters, type ServiceError } from '../../api/errors.ts';
import { writeInt64Strings } from '../../api/int64-strings.ts';
import { type StreamOperation, scopesFor } from '../../api/operation.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable } from '../../store/statement.ts';
import { prefersToJson } from '../request/accept.ts';
import type { RequestContext } from '../request/context.ts';
import { appliedInt64Strings, prefersInt64Strings } from '../request/preferences.ts';
import { readQuery } from '../request/query.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, pageReply, type Reply } from '../response/reply.ts';
import { eventStreamHeaders, eventStreamType, readLastEventId } from '../stream/event-stream.ts';
import { LiveEvents } from '../stream/live-events.ts';
import type { Run, RunDependencies } from './run.ts';

/** Serves a page of events, or a stream of new events where the client accepts one. */
export function createStreamRun(operation: StreamOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const live = new LiveEvents(operation, dependencies.store);
  const liveStrings = new LiveEvents(withInt64Strings(operation), dependencies.store);
  const scopes = scopesFor(operation);
  return async (context, principal) => {
    const { request, target } = context;
    const { values, canonicalFilters } = readQuery(operation, target.query);
    const { limit, after, ...filters } = values as { limit?: number; after?: bigint };
    const given = canonicalFilters.filter((filter) => !filter.startsWith('after='));
    if (!prefersToJson(eventStreamType, request.headers.get('Accept'))) {
      const range = { limit: limit ?? defaultPageSize, after };
      const make = () => makePage(operation, lifecycle, dependencies, { range, filters, given });
      return await dependencies.responseCache.findOrMake(`${operation.id}?${target.query}`, context, make);
    }
    const [unusable] = limit === undefined ? Object.keys(filters) : ['limit'];
    if (unusable !== undefined) throw notForStreams(unusable);
    const headers = finish(eventStreamHeaders(), lifecycle);
    const hasStrings = prefersInt64Strings(context);
    if (hasStrings) headers.set('Preference-Applied', appliedInt64Strings);
    const start = await findStart(operation, dependencies, context, after);
    if (request.method === 'HEAD') return { status: 200, headers, body: null };
    const events = hasStrings ? liveStrings : live;
    return { status: 200, headers, body: dependencies.streams.open(events, start, context, principal, scopes) };
  };
}

async function makePage(
  operation: StreamOperation,
  lifecycle: Lifecycle,
  { store, baseUrl }: RunDependencies,
  { range, filters, given }: { range: PageRange; filters: Record<string, unknown>; given: readonly string[] },
): Promise<Reply> {
  const { entries, next } =
    given.length === 0
      ? await readPage(operation, store.reader, range)
      : await operation.search(store.reader, filters, range);
  const body = `[${entries.map((entry) => entry.body).join(',')}]`;
  const query = [`limit=${range.limit}`, ...given, `after=${next}`].join('&');
  const link = next === undefined ? '' : `<${baseUrl}${operation.path}?${query}>; rel="next"`;
  return pageReply(finish(entityHeaders(), lifecycle), body, link);
}

async function readPage(operation: StreamOperation, db: Queryable, { after, limit }: PageRange) {
  // One entry more than the page holds tells whether there is a next page.
  const found = await operation.page(db, { after, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? entries.at(-1)?.id : undefined };
}

/** The id after which a stream begins. @throws ServiceError `events_expired`, `invalid_parameter` */
async function findStart(
  operation: StreamOperation,
  { store }: RunDependencies,
  { request }: RequestContext,
  after: bigint | undefined,
): Promise<bigint> {
  const start = readLastEventId(request.headers) ?? after;
  if (start === undefined) return await operation.end(store.reader);
  await operation.page(store.reader, { after: start, limit: 1 });
  return start;
}

function finish(headers: Headers, lifecycle: Lifecycle): Headers {
  headers.set('Vary', 'Accept, Prefer');
  return lifecycle.applyTo(headers);
}

/** The same log, each entry with 64-bit integers as strings. */
function withInt64Strings(operation: StreamOperation): StreamOperation {
  return {
    ...operation,
    page: async (db, range) => {
      const entries = await operation.page(db, range);
      return entries.map((entry) => ({ ...entry, body: writeInt64Strings(operation.entry, entry.body) }));
    },
  };
}

function notForStreams(name: string): ServiceError {
  return invalidParameters([{ pointer: `?${name}`, detail: 'must be omitted for a stream' }]);
}
