import { ServiceError } from '../../api/errors.ts';
import type { Operation } from '../../api/operation.ts';
import type { Scope } from '../../catalogue/keys/scopes.ts';
import { findPublicOrigins } from '../../catalogue/keys/sql.ts';
import { includesOrigin } from '../../lib/web-origin.ts';
import type { Store } from '../../store/store.ts';
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
  const allowed = open.map(({ method, path }) => `${method} /v1${path}`).join(' and ');
  return new ServiceError('insufficient_scope', `This is a public API key, which may call only ${allowed}.`, {
    requiredScopes,
  });
}

/**
 * The web origins of all public keys. A browser asks before it sends a key whether a page may send one at all, and a page
 * may read why a key was refused.
 */
export class PublicOrigins {
  readonly #store: Store;
  /** Milliseconds since any moment; never set back. */
  readonly #monotonicClock: () => number;
  #origins: ReadonlySet<string> = new Set();
  #revision: number | undefined;
  #cachedUntil = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(store: Store, monotonicClock = () => performance.now()) {
    this.#store = store;
    this.#monotonicClock = monotonicClock;
  }

  /** Whether pages of the origin may use any public key. Never throws: while the store fails, it is as known last. */
  async include(origin: string, { revision, now }: Pick<RequestContext, 'revision' | 'now'>): Promise<boolean> {
    const isCurrent = revision === undefined ? this.#cachedUntil > this.#monotonicClock() : revision === this.#revision;
    if (!isCurrent) {
      this.#reading ??= this.#read(revision, now).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return includesOrigin(this.#origins, origin);
  }

  async #read(revision: number | undefined, now: number): Promise<void> {
    const cachedUntil = this.#monotonicClock() + cacheTtlMs;
    try {
      this.#origins = await findPublicOrigins(this.#store.reader, BigInt(now));
      this.#revision = revision;
    } catch {
      // The request itself tells what is wrong with the store.
    }
    this.#cachedUntil = cachedUntil;
  }
}
