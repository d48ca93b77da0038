import type { Scope } from '../../../contract/scopes.ts';
import type { Operation } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { includesOrigin } from '../../lib/addresses/web-origin.ts';
import type { RequestContext } from '../request/context.ts';

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

/** The error of a public key that calls an operation which is not for it. Names those that are. */
export function notPublic(requiredScopes: readonly Scope[], operations: Iterable<Operation>): ServiceError {
  const open = [...operations].filter(({ isPublic }) => isPublic === true);
  const allowed = open.map(({ method, path }) => `${method} /v1${path}`).join(', ');
  const message = `This is a public API key, which may call only ${allowed}.`;
  return new ServiceError('insufficient_scope', message, { requiredScopes });
}

export type PublicOrigins = ReturnType<typeof createPublicOrigins>;

/**
 * Tells whether pages of an origin may use any public key: a browser asks before it sends one, and a page may read why one
 * was refused. Never throws: while the store fails, it is as known last.
 * @param find finds those origins at a time (epoch ms)
 * @param monotonicClock milliseconds since any moment; never set back
 */
export function createPublicOrigins(
  find: (now: bigint) => Promise<ReadonlySet<string>>,
  monotonicClock = () => performance.now(),
) {
  let origins: ReadonlySet<string> = new Set();
  let readAt: number | undefined;
  let cachedUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(revision: number | undefined, now: number): Promise<void> {
    const until = monotonicClock() + cacheTtlMs;
    try {
      origins = await find(BigInt(now));
      readAt = revision;
    } catch {
      // The request itself tells what is wrong with the store.
    }
    cachedUntil = until;
  }

  return async (origin: string, { revision, now }: Pick<RequestContext, 'revision' | 'now'>): Promise<boolean> => {
    const isCurrent = revision === undefined ? cachedUntil > monotonicClock() : revision === readAt;
    if (!isCurrent) {
      reading ??= read(revision, now).finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return includesOrigin(origins, origin);
  };
}
