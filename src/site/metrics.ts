import { lastBackup } from '../domain/restore.ts';
import { type Authenticator, requireScopes } from '../http/auth/authenticate.ts';
import type { KeyUses } from '../http/auth/key-uses.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { type Measurements, printMeasurements } from '../http/response/metrics.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { webhooksPaused } from '../repositories/webhooks.ts';
import { findSetting } from '../store/settings.ts';
import type { Queryable } from '../store/statement.ts';
import type { Store } from '../store/store.ts';

/** The service in numbers, for Prometheus; only for a key that may read them, or administers keys. */
export function createMetricsPage(
  measure: () => MaybePromise<Measurements>,
  store: Store,
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
    const measured = await measure();
    // Of the database, and so the same at every process: what each has measured by itself is added up.
    const values = { ...measured.values, ...(await measureDatabase(store.reader)) };
    return { status: 200, headers, body: printMeasurements({ ...measured, values }) };
  };
}

async function measureDatabase(db: Queryable): Promise<Record<string, number>> {
  const [backupAt, pausedBy] = [await findSetting(db, lastBackup), await findSetting(db, webhooksPaused)];
  return {
    petstore_webhooks_paused: pausedBy === undefined ? 0 : 1,
    ...(backupAt !== undefined && { petstore_last_backup_timestamp_seconds: Number(backupAt) / 1_000 }),
  };
}
