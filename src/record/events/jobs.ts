import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import type { Store } from '../../store/store.ts';
import { advancePendingMark } from './pending-rules.ts';
import { aggregatedAtOnce, hasUnsequencedEvents, sequenceEvents } from './rules.ts';

/** How often the search for pending events is shortened on PostgreSQL. */
const advanceIntervalMs = 1_000;

const sequencingIntervalMs = 100;
/** How long events with a number wait for many others to be aggregated with; then fewer are enough (`hasUnsequencedEvents`). */
const maxAggregationDelayMs = 1_000;

/**
 * Assigns sequence numbers to pending events (PostgreSQL) and adds them to the counts of animals and of each day. Any
 * number of nodes may run it at the same time.
 */
export function startEventSequencing(store: Store, log: Log, intervalMs = sequencingIntervalMs): PeriodicJob {
  let isMarkBehind = true;
  let advancedAt = Number.NEGATIVE_INFINITY;
  let sequencedAt = Number.NEGATIVE_INFINITY;
  const run = async (signal: AbortSignal) => {
    const startedAt = performance.now();
    const isRecent = startedAt - sequencedAt < maxAggregationDelayMs;
    const hasPending = await hasUnsequencedEvents(store.reader, isRecent ? aggregatedAtOnce : undefined);
    while (hasPending && !signal.aborted && (await store.write(sequenceEvents, null)));
    // A run that fails is due again at once: one that has nothing to do would look as if it worked.
    if (hasPending) sequencedAt = startedAt;
    const { writers } = store;
    isMarkBehind ||= hasPending;
    if (writers === undefined || !isMarkBehind || performance.now() - advancedAt < advanceIntervalMs) return;
    advancedAt = performance.now();
    const statements = { highest: store.ids.highest('pending_events'), writers: writers('pending_events') };
    isMarkBehind = await store.write(advancePendingMark, statements);
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not sequence events' });
}
