import { ServiceError } from '../../api/errors.ts';
import { type Operation, scopesFor } from '../../api/operation.ts';
import { findPublicOrigins } from '../../catalogue/keys/sql.ts';
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

/** @throws ServiceError `insufficient_scope` for an operation that no public key may call; names those that it may */
export function requirePublic(operation: Operation, { origins }: Principal, operations: Iterable<Operation>): void {
  if (origins === undefined || operation.isPublic === true) return;
  const open = [...operations].filter(({ isPublic }) => isPublic === true);
  const allowed = open.map(({ method, path }) => `${method} /v1${path}`).join(' and ');
  const message = `This is a public API key, which may call only ${allowed}.`;
  throw new ServiceError('insufficient_scope', message, { requiredScopes: scopesFor(operation) });
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
  #reading: Promise<ReadonlySet<string>> | undefined;

  constructor(store: Store, monotonicClock = () => performance.now()) {
    this.#store = store;
    this.#monotonicClock = monotonicClock;
  }

  /** Whether pages of the origin may use any public key. Never throws: while the store fails, it is as known last. */
  async include(origin: string, { revision, now }: Pick<RequestContext, 'revision' | 'now'>): Promise<boolean> {
    return includesOrigin(await this.#find(revision, now), origin);
  }

  async #find(revision: number | undefined, now: number): Promise<ReadonlySet<string>> {
    const isCurrent = revision === undefined ? this.#cachedUntil > this.#monotonicClock() : revision === this.#revision;
    if (isCurrent) return this.#origins;
    this.#reading ??= this.#read(revision, now).finally(() => {
      this.#reading = undefined;
    });
    return await this.#reading;
  }

  async #read(revision: number | undefined, now: number): Promise<ReadonlySet<string>> {
    const cachedUntil = this.#monotonicClock() + cacheTtlMs;
    try {
      this.#origins = await findPublicOrigins(this.#store.reader, BigInt(now));
      this.#revision = revision;
    } catch {
      // The request itself tells what is wrong with the store.
    }
    this.#cachedUntil = cachedUntil;
    return this.#origins;
  }
}
