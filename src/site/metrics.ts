import { type Authenticator, refuseOutOfScope } from '../http/authenticate.ts';
import type { KeyUses } from '../http/key-uses.ts';
import { type Measurements, printMeasurements } from '../http/metrics.ts';
import type { Handler } from '../http/respond.ts';
import type { MaybePromise } from '../store/statement.ts';

/** The service in numbers, for Prometheus; only for a key that may read them, or administers keys. */
export function createMetricsPage(
  measure: () => MaybePromise<Measurements>,
  authenticator: Authenticator,
  keyUses: KeyUses,
): Handler {
  return async ({ request, revision, now }) => {
    const principal = await authenticator.authenticate(request.headers.get('Authorization'), revision, now);
    keyUses.note(principal.keyId, now);
    if (!principal.scopes.has('keys:admin')) refuseOutOfScope(principal, ['metrics:read']);
    const headers = new Headers({
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    return { status: 200, headers, body: printMeasurements(await measure()) };
  };
}

/** What the system knows of this process, by the names of its metrics. */
export function measureProcess() {
  const { user, system } = process.cpuUsage();
  return {
    process_cpu_seconds_total: (user + system) / 1_000_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_start_time_seconds: Math.round((Date.now() / 1_000 - process.uptime()) * 1_000) / 1_000,
  };
}
