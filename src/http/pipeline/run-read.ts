import { entityTag } from '../../api/entity-tag.ts';
import { isConfidentialFor, type PositionCodec, type ReadOperation } from '../../api/operation.ts';
import { fieldError } from '../../errors/faults.ts';
import { ServiceError, toSentences } from '../../errors/service-error.ts';
import { andThen } from '../../lib/maybe-promise.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import type { CursorCodec } from '../request/cursor.ts';
import { readQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { entityHeaders, pageReply, type Reply } from '../response/reply.ts';
import { kindOfKey, type Run, type RunDependencies, viewOf } from './run.ts';

const noQuery = {};

/** Serves a single resource. */
export function createReadRun(operation: ReadOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  if (operation.isPaged || operation.isCached === true) return createCachedRun(operation, lifecycle, dependencies);
  const { store, cursors, installation } = dependencies;
  const positionsOf = (codec: CursorCodec): PositionCodec => ({
    encode: (position) => codec.encode(operation.id, position),
    decode: (parameter, text) => codec.decode(operation.id, text, () => invalidPosition(parameter)),
  });
  const positions = { public: positionsOf(cursors.public), secret: positionsOf(cursors.secret) };
  // Replies that share headers must set the same names, and either kind of key may have a rate limit or not.
  const makeHeaders = (isConfidential = false) => lifecycle.applyTo(entityHeaders({ isConfidential }));
  const shared = { public: makeHeaders(), secret: makeHeaders(), confidential: makeHeaders(true) };
  return ({ match, target, now, today }, principal) => {
    const kind = kindOfKey(principal);
    const isConfidential = isConfidentialFor(operation, principal.scopes);
    const headers = shared[isConfidential ? 'confidential' : kind];
    const path = readPathValues(operation, match?.rawValues ?? {});
    const query = target.query === '' ? noQuery : readQuery(operation, target.query).values;
    const link = lifecycle.link(path);
    const caller = {
      now: BigInt(now),
      today,
      callerId: principal.keyId,
      origin: installation.origin,
      shelter: installation.shelter,
      publicView: viewOf(installation, principal, today),
      isConfidential,
      positions: positions[kind],
    };
    return andThen(operation.read(store.reader, path, query, caller), ({ body }) => {
      const etag = entityTag(body);
      const perResponseHeaders: Record<string, string> = link === '' ? { ETag: etag } : { ETag: etag, Link: link };
      return { status: 200, headers, perResponseHeaders, body };
    });
  };
}

function invalidPosition(parameter: string): ServiceError {
  const fieldErrors = [fieldError(`?${parameter}`, 'position')];
  return new ServiceError('invalid_cursor', `Invalid position. ${toSentences(fieldErrors)}`, { fieldErrors });
}

/** Serves a read whose response takes long or has pages, from the response cache where possible. */
function createCachedRun(operation: ReadOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, responseCache, baseUrl, installation } = dependencies;
  const cursors = dependencies.cursors.secret;
  // What is cached for one caller would be served to the other.
  if (operation.isPublic) throw new Error(`operation ${operation.id} is public and must not be cached here`);
  const commonHeaders = lifecycle.applyTo(entityHeaders());
  const { id, path } = operation;
  async function make({ target, now, today }: RequestContext, { keyId }: Principal): Promise<Reply> {
    const { values, canonicalFilters } = readQuery(operation, target.query);
    const { limit, cursor } = values as { limit?: number; cursor?: string };
    const listName = `${id}?${canonicalFilters.join('&')}`;
    const after = cursor === undefined ? undefined : cursors.decode(listName, cursor).id;
    const { origin, shelter } = installation;
    const caller = { now: BigInt(now), today, callerId: keyId, origin, shelter, after, isConfidential: false };
    const { body, next } = await operation.read(store.reader, {}, values, caller);
    const limited = limit === undefined ? [] : [`limit=${limit}`];
    const query = next && [...limited, ...canonicalFilters, `cursor=${cursors.encode(listName, next)}`].join('&');
    const link = query === undefined ? '' : `<${baseUrl}${path}?${query}>; rel="next"`;
    return pageReply(new Headers(commonHeaders), body, link);
  }
  return (context, principal) =>
    responseCache.findOrMake(`${id}?${context.target.query}`, context, () => make(context, principal));
}
