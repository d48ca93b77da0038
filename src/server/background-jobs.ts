import { findToUndo } from '../animals/imports/sql.ts';
import { undoImports } from '../animals/imports/undo-rules.ts';
import { indexPets } from '../animals/pets/index-rules.ts';
import { countUnindexedPets } from '../animals/pets/index-sql.ts';
import { foldProfiles } from '../animals/profiles/rules.ts';
import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { hourMs } from '../lib/timestamp.ts';
import { MediaKeys } from '../media/media-key.ts';
import type { AttemptOptions } from '../notify/webhooks/sending/attempt.ts';
import { WebhookDispatcher } from '../notify/webhooks/sending/dispatcher.ts';
import { unfoldedProfiles } from '../record/events/older-sql.ts';
import { advancePendingMark } from '../record/events/pending-rules.ts';
import { aggregatedAtOnce, hasUnsequencedEvents, sequenceEvents } from '../record/events/rules.ts';
import { readOldestWriter, whyOutdated } from '../store/schema.ts';
import { findSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import type { Common } from './api.ts';
import type { App } from './app.ts';
import { startFileMaintenance } from './file-maintenance.ts';
import { openMediaStore, startMediaJobs } from './media-jobs.ts';
import { startOrderExpiry } from './order-expiry.ts';
import { startRetention } from './retention.ts';

export function startBackgroundJobs({
  config,
  store,
  log,
  clock,
  cursorSecret,
}: Omit<Common, 'timeZone'>): PeriodicJob {
  const { reachesPrivateAddresses, eventsDays, inquiriesDays, adminEventsDays } = config;
  const retention = startRetention({ store, log, eventsDays, inquiriesDays, adminEventsDays, clock });
  const sequencing = startEventSequencing(store, log);
  const indexing = store.reader.dialect.defersIndexes ? startIndexing(store, log) : undefined;
  const folding = startFolding(store, log);
  const undo = startImportUndo({ store, log, clock });
  const expiry = startOrderExpiry({ store, log, clock });
  const dispatcher = startWebhookDispatcher({ store, log, clock, reachesPrivateAddresses });
  const maintenance = store.file && startFileMaintenance({ file: store.file, log });
  const files = openMediaStore(config.media);
  const media = files && startMediaJobs({ store, files, keys: new MediaKeys(cursorSecret), log, clock });
  const stopJobs = async () => {
    await Promise.all(
      [retention, sequencing, indexing, folding, undo, expiry, dispatcher, maintenance, media].map((job) =>
        job?.stop(),
      ),
    );
  };
  const writerCheck = startWriterCheck(store, log, stopJobs);
  return {
    async stop() {
      await writerCheck.stop();
      await stopJobs();
    },
  };
}

const writerCheckIntervalMs = 1_000;

/** Stops the jobs that write when a newer release has ended the writes of this one, which lasts. */
export function startWriterCheck(
  store: Pick<Store, 'reader'>,
  log: Log,
  stopJobs: () => Promise<void>,
  intervalMs = writerCheckIntervalMs,
): PeriodicJob {
  let isOutdated = false;
  const run = async () => {
    if (isOutdated) return;
    const reason = whyOutdated(await store.reader.query(readOldestWriter, []));
    if (reason === undefined) return;
    isOutdated = true;
    log.error('stopped writing', { reason });
    await stopJobs();
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not check whether this release may write' });
}

const keyUsesIntervalMs = 10_000;

const keyUseFailure = 'could not store the use of keys';

/** Stores at intervals, and once more when stopped, how keys were used in this process. */
export function startKeyUseFlush(
  app: Pick<App, 'storeKeyUses'>,
  log: Log,
  intervalMs = keyUsesIntervalMs,
): PeriodicJob {
  const flushing = startPeriodicJob(() => app.storeKeyUses(), { intervalMs, log, failure: keyUseFailure });
  return {
    async stop() {
      await flushing.stop();
      await app.storeKeyUses().catch((error) => log.error(keyUseFailure, { cause: describeError(error) }));
    },
  };
}

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

/** Folds the texts of profiles that an earlier release has stored. */
function startFolding(store: Store, log: Log): PeriodicJob {
  const run = async (signal: AbortSignal) => {
    if ((await findSetting(store.reader, unfoldedProfiles)) === undefined) return;
    while (!signal.aborted && (await store.write(foldProfiles, null)));
  };
  const failure = 'could not fold the texts of profiles';
  return startPeriodicJob(run, { intervalMs: hourMs, log, failure, startsAtOnce: true });
}

const undoIntervalMs = 500;
/** Animals that one transaction takes back: some milliseconds, for which other writes wait on SQLite. */
const undoneAtOnce = 25;

/** Takes back imports, where the last step of an earlier run has ended. Without one a run costs a look into an index. */
export function startImportUndo(
  { store, log, clock }: { store: Store; log: Log; clock: () => number },
  intervalMs = undoIntervalMs,
): PeriodicJob {
  const run = async (signal: AbortSignal) => {
    if ((await findToUndo(store.reader)) === undefined) return;
    while (!signal.aborted && (await store.write(undoImports, { now: BigInt(clock()), limit: undoneAtOnce })));
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not take back an import' });
}

const dispatchIntervalMs = 500;

/** How long a request in progress may continue when the service stops. */
const stopTimeoutMs = 5_000;

/** Sends events to webhooks. Without webhooks each run costs one small read. */
export function startWebhookDispatcher(options: AttemptOptions): PeriodicJob {
  const dispatcher = new WebhookDispatcher(options);
  const failure = 'could not read the events to send to webhooks';
  const polling = startPeriodicJob(() => dispatcher.poll(), {
    intervalMs: dispatchIntervalMs,
    log: options.log,
    failure,
  });
  return {
    async stop() {
      await polling.stop();
      await dispatcher.stop(stopTimeoutMs);
    },
  };
}
