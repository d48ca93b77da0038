import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import type { Store } from '../../store/store.ts';
import { indexPets } from './index-rules.ts';
import { countUnindexedPets } from './index-sql.ts';

const indexingIntervalMs = 100;
/** Each run changes pages all over the indexes, so many animals at once cost less. A search reads those that wait. */
const indexedAtOnce = 2_000n;
/** Fewer animals wait this long: a commit makes every cached response invalid. */
const maxIndexingDelayMs = 1_000;

/** Adds new animals to the indexes that creating them does not maintain. */
export function startIndexing(store: Store, log: Log, intervalMs = indexingIntervalMs): PeriodicJob {
  let indexedAt = Number.NEGATIVE_INFINITY;
  const run = async (signal: AbortSignal) => {
    const waiting = await countUnindexedPets(store.reader);
    const startedAt = performance.now();
    const isDue = waiting >= indexedAtOnce || startedAt - indexedAt >= maxIndexingDelayMs;
    if (waiting <= 0n || !isDue) return;
    while ((await store.write(indexPets, null)) && !signal.aborted);
    indexedAt = startedAt;
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not index new animals' });
}
