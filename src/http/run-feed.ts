import { entityTag } from '../operations/entity-tag.ts';
import type { FeedOperation } from '../operations/operation.ts';
import { defaultLimit } from '../operations/paging.ts';
import { andThen } from '../store/statement.ts';
import { entityHeaders } from './answer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readQuery } from './query.ts';
import type { Run, RunDependencies } from './runner.ts';

/** Answers a page of a feed. */
export function createFeedRun(
  operation: FeedOperation,
  lifecycle: Lifecycle,
  { store, baseUrl }: RunDependencies,
): Run {
  return ({ target }) => {
    const { values } = readQuery(operation, target.query);
    const { limit = defaultLimit, after } = values as { limit?: number; after?: bigint };
    // One more than the page holds tells whether there is a next one.
    return andThen(operation.page(store.reader, { after, limit: limit + 1 }), (found) => {
      const entries = found.slice(0, limit);
      const body = `[${entries.map((entry) => entry.body).join(',')}]`;
      const headers = entityHeaders();
      lifecycle.apply(headers);
      const last = found.length > limit ? entries.at(-1) : undefined;
      const link =
        last === undefined ? '' : `<${baseUrl}${operation.path}?limit=${limit}&after=${last.id}>; rel="next"`;
      if (link !== '') headers.set('Link', link);
      headers.set('ETag', entityTag(body, link));
      return { status: 200, headers, body };
    });
  };
}
