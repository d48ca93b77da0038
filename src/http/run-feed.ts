import { invalidParameters, type ServiceError } from '../errors.ts';
import { entityTag } from '../operations/entity-tag.ts';
import { type FeedOperation, scopesFor } from '../operations/operation.ts';
import { defaultLimit } from '../operations/paging.ts';
import { andThen, type MaybePromise } from '../store/statement.ts';
import { type Answer, entityHeaders } from './answer.ts';
import { eventStreamHeaders, prefersEventStream, readLastEventId } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { Lifecycle } from './lifecycle.ts';
import { LiveFeed } from './live-feed.ts';
import { readQuery } from './query.ts';
import type { Run, RunDependencies } from './runner.ts';

/** Answers a page of a feed, or with the feed as it grows. HEAD is about the page. */
export function createFeedRun(operation: FeedOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const live = new LiveFeed(operation, dependencies.store);
  const scopes = scopesFor(operation);
  return (exchange) => {
    const { request, target } = exchange;
    const { values } = readQuery(operation, target.query);
    const { limit, after } = values as { limit?: number; after?: bigint };
    if (request.method !== 'GET' || !prefersEventStream(request.headers.get('Accept'))) {
      return makePage(operation, lifecycle, dependencies, { limit: limit ?? defaultLimit, after });
    }
    if (limit !== undefined) throw unlimited();
    const headers = eventStreamHeaders();
    finishHeaders(headers, lifecycle);
    return andThen(findStart(operation, dependencies, exchange, after), (start) => {
      const body = dependencies.streams.follow(live, start, exchange, scopes);
      return { status: 200, headers, body };
    });
  };
}

function makePage(
  operation: FeedOperation,
  lifecycle: Lifecycle,
  { store, baseUrl }: RunDependencies,
  { limit, after }: { limit: number; after: bigint | undefined },
): MaybePromise<Answer> {
  // One more than the page holds tells whether there is a next one.
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

/** Where a stream begins. @throws ServiceError when it cannot begin there, `invalid_parameter` */
function findStart(
  operation: FeedOperation,
  { store }: RunDependencies,
  { request }: Exchange,
  after: bigint | undefined,
): MaybePromise<bigint> {
  const start = readLastEventId(request.headers) ?? after;
  if (start === undefined) return operation.end(store.reader);
  return andThen(operation.page(store.reader, { after: start, limit: 1 }), () => start);
}

function finishHeaders(headers: Headers, lifecycle: Lifecycle): void {
  lifecycle.apply(headers);
  headers.set('Vary', 'Accept');
}

function unlimited(): ServiceError {
  return invalidParameters([{ pointer: '?limit', detail: 'a stream has no pages; leave it out' }]);
}
