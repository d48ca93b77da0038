import { expireOrders } from '../homes/orders/rules.ts';
import { hasExpired } from '../homes/orders/sql.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { minuteMs } from '../lib/timestamp.ts';
import type { Store } from '../store/store.ts';
import { examineClock } from './clock.ts';

interface ExpiryOptions {
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  intervalMs?: number;
}

const expiryIntervalMs = 5_000;
/** Orders that one transaction ends: some milliseconds, for which other writes wait on SQLite. */
const endedAtOnce = 25;

/**
 * Ends orders that have expired, but not by a clock that may be wrong: then it looks again after a minute. Where none has
 * expired, a run costs a look into an index.
 */
export function startOrderExpiry({ store, log, clock, intervalMs = expiryIntervalMs }: ExpiryOptions): PeriodicJob {
  let doubtedAt = Number.NEGATIVE_INFINITY;
  const run = async (signal: AbortSignal) => {
    const now = BigInt(clock());
    if (performance.now() - doubtedAt < minuteMs || !(await hasExpired(store.reader, now))) return;
    const { doubt } = await examineClock(store, Number(now));
    if (doubt !== undefined) {
      if (doubtedAt < 0) log.warn('ended no expired orders, because the clock may be wrong', { reason: doubt });
      doubtedAt = performance.now();
      return;
    }
    doubtedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted && (await store.write(expireOrders, { now, limit: endedAtOnce })));
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not end expired orders' });
}
