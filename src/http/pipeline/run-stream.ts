import { defaultPageSize } from '../../../client/limits.ts';
import { entityTag } from '../../api/entity-tag.ts';
import { invalidParameters, type ServiceError } from '../../api/errors.ts';
import { writeInt64Strings } from '../../api/int64-strings.ts';
import { type StreamOperation, scopesFor } from '../../api/operation.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { prefersToJson } from '../request/accept.ts';
import type { RequestContext } from '../request/context.ts';
import { appliedInt64Strings, prefersInt64Strings } from '../request/preferences.ts';
import { readQuery } from '../request/query.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, type Reply } from '../response/reply.ts';
import { eventStreamHeaders, eventStreamType, readLastEventId } from '../stream/event-stream.ts';
import { LiveEvents } from '../stream/live-events.ts';
import type { Run, RunDependencies } from './run.ts';

/** Serves a page of events, or a stream of new events where the client accepts one. */
export function createStreamRun(operation: StreamOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const live = new LiveEvents(operation, dependencies.store);
  const liveStrings = new LiveEvents(withInt64Strings(operation), dependencies.store);
  const scopes = scopesFor(operation);
  return (context, principal) => {
    const { request, target, revision } = context;
    const { values } = readQuery(operation, target.query);
    const { limit, after } = values as { limit?: number; after?: bigint };
    if (!prefersToJson(eventStreamType, request.headers.get('Accept'))) {
      const make = () => makePage(operation, lifecycle, dependencies, { limit: limit ?? defaultPageSize, after });
      return dependencies.responseCache.findOrMake(`${operation.id}?${target.query}`, revision, make);
    }
    if (limit !== undefined) throw limitNotAllowed();
    const headers = eventStreamHeaders();
    finishHeaders(headers, lifecycle);
    const hasStrings = prefersInt64Strings(context);
    if (hasStrings) headers.set('Preference-Applied', appliedInt64Strings);
    return andThen(findStart(operation, dependencies, context, after), (start) => {
      if (request.method === 'HEAD') return { status: 200, headers, body: null };
      const events = hasStrings ? liveStrings : live;
      const body = dependencies.streams.open(events, start, context, principal, scopes);
      return { status: 200, headers, body };
    });
  };
}

function makePage(
  operation: StreamOperation,
  lifecycle: Lifecycle,
  { store, baseUrl }: RunDependencies,
  { limit, after }: { limit: number; after: bigint | undefined },
): MaybePromise<Reply> {
  // One entry more than the page holds tells whether there is a next page.
  return andThen(operation.page(store.reader, { after, limit: limit + 1 }), (found) => {
    const entries = found.slice(0, limit);
    const body = `[${entries.map((entry) => entry.body).join(',')}]`;
    const headers = entityHeaders();
    finishHeaders(headers, lifecycle);
    const last = found.length > limit ? entries.at(-1) : undefined;
    const link = last === undefined ? '' : `<${baseUrl}${operation.path}?limit=${limit}&after=${last.id}>; rel="next"`;
    if (link !== '') headers.set('Link', link);
    headers.set('ETag', entityTag(body, link));
    return { status: 200, headers, body };
  });
}

/** The id after which a stream begins. @throws ServiceError `events_expired`, `invalid_parameter` */
function findStart(
  operation: StreamOperation,
  { store }: RunDependencies,
  { request }: RequestContext,
  after: bigint | undefined,
): MaybePromise<bigint> {
  const start = readLastEventId(request.headers) ?? after;
  if (start === undefined) return operation.end(store.reader);
  return andThen(operation.page(store.reader, { after: start, limit: 1 }), () => start);
}

function finishHeaders(headers: Headers, lifecycle: Lifecycle): void {
  lifecycle.apply(headers);
  headers.set('Vary', 'Accept, Prefer');
}

/** The same log, each entry with 64-bit integers as strings. */
function withInt64Strings(operation: StreamOperation): StreamOperation {
  return {
    ...operation,
    page: (db, range) =>
      andThen(operation.page(db, range), (entries) =>
        entries.map((entry) => ({ ...entry, body: writeInt64Strings(operation.entry, entry.body) })),
      ),
  };
}

function limitNotAllowed(): ServiceError {
  return invalidParameters([{ pointer: '?limit', detail: 'must be omitted for a stream' }]);
}
