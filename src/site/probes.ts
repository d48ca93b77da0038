import { type Authenticator, requireScopes } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/auth/key-uses.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import { errorReply, type Reply } from '../http/response/reply.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { ServiceError } from '../model/errors.ts';
import type { Store } from '../store/store.ts';

/** Says that the process lives. */
export const livez: Handler = () => ok('live');

/** Where the service is in its life. */
export type Phase = 'starting' | 'open' | 'draining';

/** Says whether requests should be sent here: not before it is open, not while draining, not without storage. */
export function createReadyz(store: Store, phase: () => Phase): Handler {
  return async () => {
    // Answered, not thrown: a service that starts or stops is no failure that would have to be logged.
    if (phase() === 'starting') return errorReply(new ServiceError('unavailable', 'The service is starting.'));
    if (phase() === 'draining') return errorReply(new ServiceError('unavailable', 'The service is shutting down.'));
    await store.check();
    return ok('ready');
  };
}

function ok(word: string): Reply {
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  return { status: 200, headers, body: `${word}\n` };
}

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
