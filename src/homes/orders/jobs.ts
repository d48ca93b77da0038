import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import { minuteMs } from '../../lib/timestamp.ts';
import { examineClock } from '../../record/clock.ts';
import type { JobContext } from '../../store/jobs.ts';
import { expireOrders } from './rules.ts';
import { hasExpired } from './sql.ts';

const expiryIntervalMs = 5_000;
/** Orders that one transaction ends: some milliseconds, for which other writes wait on SQLite. */
const endedAtOnce = 25;

/**
 * Ends orders that have expired, but not by a clock that may be wrong: then it looks again after a minute. Where none has
 * expired, a run costs a look into an index.
 */
export function startOrderExpiry({ store, log, clock }: JobContext, intervalMs = expiryIntervalMs): PeriodicJob {
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
