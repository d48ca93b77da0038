import { ServiceError } from '../errors/service-error.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { errorReply, type Reply, siteHeaders } from '../http/response/reply.ts';

/** Liveness: the process answers. */
export const livez: Handler = () => ok('live');

export type ServicePhase = 'starting' | 'open' | 'draining';

/**
 * Readiness: requests should be sent here. Fails before the service is open, while it drains, and when `check`, one of the
 * checks of the store, fails.
 */
export function createReadyz(check: () => Promise<void>, phase: () => ServicePhase): Handler {
  let checking: Promise<void> | undefined;
  // Anybody may ask, and on PostgreSQL each check is a query: those that arrive during one share it.
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  return async () => {
    // Returned, not thrown: a probe is no request that was refused, and must not be logged as such.
    if (phase() === 'starting') return errorReply(new ServiceError('unavailable', 'The service is starting.'));
    if (phase() === 'draining') return errorReply(new ServiceError('unavailable', 'The service is shutting down.'));
    try {
      await checkOnce();
      return ok('ready');
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      throw error;
    }
  };
}

function ok(word: string): Reply {
  const headers = siteHeaders({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  return { status: 200, headers, body: `${word}\n` };
}
