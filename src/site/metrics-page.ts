import { LRUCache } from 'lru-cache';
import { type Authenticator, type Principal, requireScopes } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/auth/key-uses.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import type { RequestContext } from '../http/request/context.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import { siteHeaders } from '../http/response/reply.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { ServiceError } from '../model/errors.ts';

/** Metrics for Prometheus. The key needs the scope `metrics:read` or `keys:admin`. */
export function createMetricsPage(measure: () => MaybePromise<Measurements>, access: MetricsAccess): Handler {
  return async (context) => {
    await access.require(context);
    const headers = siteHeaders({
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    return { status: 200, headers, body: printMeasurements(await measure()) };
  };
}

/** How long a key may read metrics without being looked up again, while the storage is not available. */
const trustMs = 60 * 60 * 1_000;
/** How long a key that is trusted waits to be looked up. */
const patienceMs = 500;
const maxTrusted = 100;

/**
 * Decides who may read metrics. While keys cannot be looked up, which is when metrics are needed most, it accepts a key
 * that was accepted within the last hour.
 */
export class MetricsAccess {
  readonly #authenticator: Authenticator;
  readonly #keyUses: KeyUses;
  readonly #monotonicClock: () => number;
  /** By the hash of the `Authorization` header: until when. */
  readonly #trusted = new LRUCache<string, number>({ max: maxTrusted });

  constructor(authenticator: Authenticator, keyUses: KeyUses, monotonicClock = () => performance.now()) {
    this.#authenticator = authenticator;
    this.#keyUses = keyUses;
    this.#monotonicClock = monotonicClock;
  }

  /** @throws ServiceError as `Authenticator`, or `insufficient_scope` */
  async require(context: RequestContext): Promise<void> {
    const header = context.request.headers.get('Authorization');
    const id = new Bun.CryptoHasher('sha256').update(header ?? '').digest('base64');
    const isTrusted = (this.#trusted.get(id) ?? Number.NEGATIVE_INFINITY) > this.#monotonicClock();
    try {
      const found = this.#find(context);
      const principal = isTrusted ? await Promise.race([found, Bun.sleep(patienceMs)]) : await found;
      if (principal === undefined) return;
      this.#keyUses.record(principal.keyId, context.now);
      this.#trusted.set(id, this.#monotonicClock() + trustMs);
    } catch (error) {
      const isUnavailable = error instanceof ServiceError && error.status === 503;
      if (isUnavailable && isTrusted) return;
      if (!isUnavailable) this.#trusted.delete(id);
      throw error;
    }
  }

  async #find(context: RequestContext): Promise<Principal> {
    const principal = await this.#authenticator.authenticateRequest(context, context.revision);
    if (!principal.scopes.has('keys:admin')) requireScopes(principal, ['metrics:read']);
    return principal;
  }
}
