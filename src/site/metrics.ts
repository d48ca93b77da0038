import { type Authenticator, requireScopes } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/auth/key-uses.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';

/** The service in numbers, for Prometheus; only for a key that may read them, or administers keys. */
export function createMetricsPage(
  measure: () => MaybePromise<Measurements>,
  authenticator: Authenticator,
  keyUses: KeyUses,
): Handler {
  return async ({ request, revision, now }) => {
    const principal = await authenticator.authenticate(request.headers.get('Authorization'), revision, now);
    keyUses.note(principal.keyId, now);
    if (!principal.scopes.has('keys:admin')) requireScopes(principal, ['metrics:read']);
    const headers = new Headers({
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    return { status: 200, headers, body: printMeasurements(await measure()) };
  };
}
