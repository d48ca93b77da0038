import { ServiceError } from '../../api/errors.ts';
import type { Operation } from '../../api/operation.ts';
import { findPublicOrigins } from '../../catalogue/keys/sql.ts';
import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { includesOrigin } from '../../lib/web-origin.ts';
import type { Store } from '../../store/store.ts';
import type { RequestContext } from '../request/context.ts';
import type { Principal } from './authenticate.ts';

/** How long the origins are cached where the store has no revision that would tell of changes. */
const cacheTtlMs = 500;

/**
 * Whether the page that sent a request may use its public key. Without `Origin` it comes from a page of the service itself
 * or from no browser, which could send any.
 * @throws ServiceError `origin_not_allowed`
 */
export function requireOrigin({ headers }: Request, origins: ReadonlySet<string>): void {
  const origin = headers.get('Origin');
  if (origin === null || includesOrigin(origins, origin)) return;
  const message = 'Pages of this web origin may not use this public API key. It was created for other origins.';
  throw new ServiceError('origin_not_allowed', message);
}

/** @throws ServiceError `insufficient_scope` for an operation that no public key may call */
export function requirePublic(
  { isPublic }: Operation,
  { origins }: Principal,
  { scopes, allowed }: { scopes: readonly string[]; allowed: string },
): void {
  if (origins === undefined || isPublic === true) return;
  const message = `This is a public API key, which may call only ${allowed}.`;
  throw new ServiceError('insufficient_scope', message, { requiredScopes: scopes });
}

/**
 * The web origins of all public keys. A browser asks before it sends a key whether a page may send one at all, and a page
 * may read why a key was refused.
 */
export interface PublicOrigins {
  /** Whether pages of the origin may use any public key. Never throws: while the store fails, it is as known last. */
  include(origin: string, context: Pick<RequestContext, 'revision' | 'now'>): MaybePromise<boolean>;
}

/** @param monotonicClock milliseconds since any moment; never set back */
export function createPublicOrigins(store: Store, monotonicClock = () => performance.now()): PublicOrigins {
  let origins: ReadonlySet<string> = new Set();
  let readAt: number | undefined;
  let cachedUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<ReadonlySet<string>> | undefined;

  function find(revision: number | undefined, now: number): MaybePromise<ReadonlySet<string>> {
    const isCurrent = revision === undefined ? cachedUntil > monotonicClock() : revision === readAt;
    if (isCurrent) return origins;
    reading ??= read(revision, now).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function read(revision: number | undefined, now: number): Promise<ReadonlySet<string>> {
    const until = monotonicClock() + cacheTtlMs;
    try {
      origins = await findPublicOrigins(store.reader, BigInt(now));
      readAt = revision;
    } catch {
      // The request itself tells what is wrong with the store.
    }
    cachedUntil = until;
    return origins;
  }

  return {
    include: (origin, { revision, now }) => andThen(find(revision, now), (found) => includesOrigin(found, origin)),
  };
}
