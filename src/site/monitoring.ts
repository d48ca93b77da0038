import { lastBackup } from '../domain/restore.ts';
import { type Authenticator, requireScopes } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/auth/key-uses.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import { errorReply, type Reply, siteHeaders } from '../http/response/reply.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { ServiceError } from '../model/errors.ts';
import { findFirstPendingEvent, findPendingEvents } from '../repositories/pending-events.ts';
import { webhooksPaused } from '../repositories/webhooks.ts';
import { findSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/** Liveness: the process answers. */
export const livez: Handler = () => ok('live');

/** The phase of the service's life. */
export type Phase = 'starting' | 'open' | 'draining';

/** Readiness: requests should be sent here. Fails before the service is open, while it drains, and without storage. */
export function createReadyz(store: Store, phase: () => Phase): Handler {
  let checking: Promise<void> | undefined;
  // Anybody may ask, and on PostgreSQL each check is a query: those that arrive during one share it.
  const check = () => {
    checking ??= Promise.resolve()
      .then(() => store.check())
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };
  return async () => {
    // Returned, not thrown: starting and stopping are no outages and must not be logged as such.
    if (phase() === 'starting') return errorReply(new ServiceError('unavailable', 'The service is starting.'));
    if (phase() === 'draining') return errorReply(new ServiceError('unavailable', 'The service is shutting down.'));
    await check();
    return ok('ready');
  };
}

function ok(word: string): Reply {
  const headers = siteHeaders({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  return { status: 200, headers, body: `${word}\n` };
}

/** Metrics for Prometheus. The key needs the scope `metrics:read` or `keys:admin`. */
export function createMetricsPage(
  measure: () => MaybePromise<Measurements>,
  store: Store,
  authenticator: Authenticator,
  keyUses: KeyUses,
): Handler {
  return async ({ request, revision, now }) => {
    const principal = await authenticator.authenticateRequest(request, revision, now);
    keyUses.record(principal.keyId, now);
    if (!principal.scopes.has('keys:admin')) requireScopes(principal, ['metrics:read']);
    const headers = siteHeaders({
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    const measured = await measure();
    // These describe the database, not a process, so they are not summed over processes.
    const values = { ...measured.values, ...(await measureDatabase(store, now)) };
    return { status: 200, headers, body: printMeasurements({ ...measured, values }) };
  };
}

/** More pending events are not counted. */
const maxCounted = 100_000;

async function measureDatabase({ reader, file }: Store, now: number): Promise<Record<string, number>> {
  const [backupAt, pausedBy] = [await findSetting(reader, lastBackup), await findSetting(reader, webhooksPaused)];
  const pending = await findPendingEvents(reader, maxCounted);
  const oldest = await findFirstPendingEvent(reader);
  const sizes = file?.measure();
  return {
    petstore_events_pending: Number(pending?.count ?? 0n),
    petstore_event_lag_seconds: oldest === undefined ? 0 : Math.max(0, now - Number(oldest.at)) / 1_000,
    ...(sizes && {
      petstore_database_bytes: sizes.sizeBytes,
      petstore_database_free_bytes: sizes.freeBytes,
      petstore_wal_bytes: sizes.walBytes,
    }),
    petstore_webhooks_paused: pausedBy === undefined ? 0 : 1,
    ...(backupAt !== undefined && { petstore_last_backup_timestamp_seconds: Number(backupAt) / 1_000 }),
  };
}
