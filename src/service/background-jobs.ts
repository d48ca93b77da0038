import type { Config } from '../config/config.ts';
import { deleteExpiredAttempts } from '../domain/deliveries.ts';
import { deleteExpiredEvents, hasUnsequencedEvents, sequenceEvents } from '../domain/events.ts';
import { deleteExpiredIdempotencyRecords } from '../domain/idempotency.ts';
import { describeError, type Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { readOldestWriter, whyOutdated } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { AttemptOptions } from '../webhooks/attempt.ts';
import { WebhookDispatcher } from '../webhooks/dispatcher.ts';
import type { App } from './app.ts';
import { doubtClock } from './clock.ts';

/** Starts the background jobs, which run in one process of a service. */
export function startBackgroundJobs(config: Config, store: Store, log: Log): PeriodicJob {
  const { reachesPrivateAddresses, eventsDays } = config;
  const retention = startRetention({ store, log, eventsDays });
  const sequencing = startEventSequencing(store, log);
  const dispatcher = startWebhookDispatcher({ store, log, clock: Date.now, reachesPrivateAddresses });
  const stopJobs = async () => void (await Promise.all([retention, sequencing, dispatcher].map((job) => job.stop())));
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

const retentionIntervalMs = 60 * 60 * 1_000;

const dayMs = 24 * 60 * 60 * 1_000;

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

export interface RetentionOptions {
  store: Store;
  log: Log;
  /** How many days events are kept. */
  eventsDays: number;
  /** Epoch milliseconds. */
  clock?: () => number;
}

/** Deletes expired idempotency records and events, at once and then every hour. */
export function startRetention({ store, log, eventsDays, clock = Date.now }: RetentionOptions): PeriodicJob {
  const failure = 'could not delete expired data';
  let isFirstRun = true;
  const run = async (signal: AbortSignal) => {
    const now = clock();
    const doubt = await doubtClock(store, now, isFirstRun);
    isFirstRun = false;
    // What a wrong clock deletes is gone for all nodes.
    if (doubt === undefined) await deleteExpired(store, now, eventsDays, signal);
    else log.warn('deleted no expired data, because the clock may be wrong', { reason: doubt });
  };
  return startPeriodicJob(run, { intervalMs: retentionIntervalMs, log, failure, startsAtOnce: true });
}

async function deleteExpired(store: Store, now: number, eventsDays: number, signal: AbortSignal): Promise<void> {
  const until = BigInt(now - eventsDays * dayMs);
  while (!signal.aborted && (await store.write(deleteExpiredIdempotencyRecords, { now: BigInt(now) })));
  while (!signal.aborted && (await store.write(deleteExpiredAttempts, { now: BigInt(now) })));
  // Events must be sequenced and counted before they are deleted.
  while (!signal.aborted && (await store.write(sequenceEvents, null)));
  while (!signal.aborted && (await store.write(deleteExpiredEvents, { until })));
}

interface SequencingOptions {
  /** How often new events are looked for. */
  readonly intervalMs?: number;
}

/**
 * Assigns sequence numbers to pending events (PostgreSQL) and adds them to the inventory counts. Any number of nodes may
 * run it at the same time.
 */
export function startEventSequencing(
  store: Store,
  log: Log,
  { intervalMs = 100 }: SequencingOptions = {},
): PeriodicJob {
  const run = (signal: AbortSignal) => sequencePending(store, signal);
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not sequence events' });
}

async function sequencePending(store: Store, signal: AbortSignal): Promise<void> {
  if (!(await hasUnsequencedEvents(store.reader))) return;
  while (!signal.aborted && (await store.write(sequenceEvents, null)));
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
