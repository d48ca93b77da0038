import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import { hourMs } from '../../lib/timestamp.ts';
import { countOldAggregated, unfoldedProfiles } from '../../record/events/older-sql.ts';
import { findSetting } from '../../store/settings.ts';
import type { Store } from '../../store/store.ts';
import { keepOlderStays } from './older-rules.ts';
import { foldProfiles } from './rules.ts';

/** Completes what an earlier release has stored: the stays that it has ended, and the texts of profiles, folded. */
export function startCompletingOlderData(store: Store, log: Log): PeriodicJob {
  const run = async (signal: AbortSignal) => {
    const isNoted = (await findSetting(store.reader, unfoldedProfiles)) !== undefined;
    if (!isNoted && (await countOldAggregated(store.reader)) === 0n) return;
    await keepOlderStays(store, signal);
    while (!signal.aborted && (await store.write(foldProfiles, null)));
  };
  const failure = 'could not complete what an earlier release has stored';
  return startPeriodicJob(run, { intervalMs: hourMs, log, failure, startsAtOnce: true });
}
