import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import { hourMs } from '../../lib/timestamp.ts';
import { unfoldedProfiles } from '../../record/events/older-sql.ts';
import { findSetting } from '../../store/settings.ts';
import type { Store } from '../../store/store.ts';
import { foldProfiles } from './rules.ts';

/** Folds the texts of profiles that an earlier release has stored. */
export function startFolding(store: Store, log: Log): PeriodicJob {
  const run = async (signal: AbortSignal) => {
    if ((await findSetting(store.reader, unfoldedProfiles)) === undefined) return;
    while (!signal.aborted && (await store.write(foldProfiles, null)));
  };
  const failure = 'could not fold the texts of profiles';
  return startPeriodicJob(run, { intervalMs: hourMs, log, failure, startsAtOnce: true });
}
