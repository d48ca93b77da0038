import { LRUCache } from 'lru-cache';
import { requireScopes } from '../api/call.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Authenticator, Principal } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/pipeline/pipeline.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import type { RequestContext } from '../http/request/context.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { hourMs } from '../lib/timestamp.ts';

/** Metrics for Prometheus. The key needs the scope `metrics:read` or `keys:admin`. */
export function createMetricsPage(
  measure: () => Promise<Measurements>,
  requireAccess: (context: RequestContext) => Promise<void>,
): Handler {
  return async (context) => {
    await requireAccess(context);
    const headers = siteHeaders({
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    return { status: 200, headers, body: printMeasurements(await measure()) };
  };
}

/** How long a key may read metrics without being looked up again, while the storage is not available. */
const trustMs = hourMs;
/** How long a key that is trusted waits to be looked up. */
const patienceMs = 500;
const maxTrusted = 100;

/**
 * Decides who may read metrics. While keys cannot be looked up, which is when metrics are needed most, it accepts a key
 * that was accepted within the last hour. What it returns throws a ServiceError as `authenticateRequest`, or `insufficient_scope`.
 */
export function createMetricsAccess(
  authenticator: Authenticator,
  keyUses: KeyUses,
  monotonicClock = () => performance.now(),
): (context: RequestContext) => Promise<void> {
  /** By the hash of the `Authorization` header: until when. */
  const trusted = new LRUCache<string, number>({ max: maxTrusted });

  async function find(context: RequestContext): Promise<Principal> {
    const principal = await authenticator.authenticateRequest(context);
    if (!principal.scopes.has('keys:admin')) requireScopes(principal.scopes, ['metrics:read']);
    return principal;
  }

  return async (context) => {
    const header = context.request.headers.get('Authorization');
    const id = new Bun.CryptoHasher('sha256').update(header ?? '').digest('base64');
    const isTrusted = (trusted.get(id) ?? Number.NEGATIVE_INFINITY) > monotonicClock();
    try {
      const found = find(context);
      const principal = isTrusted ? await Promise.race([found, Bun.sleep(patienceMs)]) : await found;
      if (principal === undefined) return;
      keyUses.record(principal.keyId, context.now);
      trusted.set(id, monotonicClock() + trustMs);
    } catch (error) {
      const isUnavailable = error instanceof ServiceError && error.status === 503;
      if (isUnavailable && isTrusted) return;
      if (!isUnavailable) trusted.delete(id);
      throw error;
    }
  };
}
