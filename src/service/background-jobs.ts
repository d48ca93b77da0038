import type { Config } from '../config/config.ts';
import { deleteExpiredEvents, hasUnsequencedEvents, sequenceEvents } from '../domain/events.ts';
import { deleteExpiredIdempotencyRecords } from '../domain/idempotency.ts';
import { describeError, type Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import type { Store } from '../store/store.ts';
import type { AttemptOptions } from '../webhooks/attempt.ts';
import { WebhookDispatcher } from '../webhooks/dispatcher.ts';
import type { App } from './app.ts';

/** What is done beside answering requests, by one process of a service. */
export function startBackgroundJobs(config: Config, store: Store, log: Log): PeriodicJob {
  const { reachesPrivateAddresses, eventsDays } = config;
  const forgetting = startRetention({ store, log, eventsDays });
  const settling = startEventSequencing(store, log);
  const dispatcher = startWebhookDispatcher({ store, log, clock: Date.now, reachesPrivateAddresses });
  return {
    async stop() {
      await Promise.all([forgetting, settling, dispatcher].map((work) => work.stop()));
    },
  };
}

const keyUsesIntervalMs = 10_000;

const forgetIntervalMs = 60 * 60 * 1_000;

const dayMs = 24 * 60 * 60 * 1_000;

const failure = 'housekeeping failed';

/** Stores from time to time, and when it is stopped, how keys were used in this process. */
export function startKeyUseFlush(
  app: Pick<App, 'storeKeyUses'>,
  log: Log,
  intervalMs = keyUsesIntervalMs,
): PeriodicJob {
  const storing = startPeriodicJob(() => app.storeKeyUses(), { intervalMs, log, failure });
  return {
    async stop() {
      await storing.stop();
      await app.storeKeyUses().catch((error) => log.error(failure, { cause: describeError(error) }));
    },
  };
}

export interface RetentionOptions {
  store: Store;
  log: Log;
  /** How long an event is kept. */
  eventsDays: number;
}

/** Forgets old idempotency records and events now and from time to time, until it is stopped. */
export function startRetention({ store, log, eventsDays }: RetentionOptions): PeriodicJob {
  const forget = (signal: AbortSignal) => forgetAll(store, eventsDays, signal);
  return startPeriodicJob(forget, { intervalMs: forgetIntervalMs, log, failure, beginsAtOnce: true });
}

async function forgetAll(store: Store, eventsDays: number, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const until = BigInt(now - eventsDays * dayMs);
  while (!signal.aborted && (await store.write(deleteExpiredIdempotencyRecords, { now: BigInt(now) })));
  // Only what is counted can be forgotten.
  while (!signal.aborted && (await store.write(sequenceEvents, null)));
  while (!signal.aborted && (await store.write(deleteExpiredEvents, { until })));
}

interface SequencingOptions {
  /** How often it looks for what has happened. */
  readonly intervalMs?: number;
}

/**
 * Gives events their places where they do not get them by themselves, and counts them, until it is stopped. Any number
 * of nodes may do it beside each other.
 */
export function startEventSequencing(
  store: Store,
  log: Log,
  { intervalMs = 100 }: SequencingOptions = {},
): PeriodicJob {
  const settle = (signal: AbortSignal) => settleAll(store, signal);
  return startPeriodicJob(settle, { intervalMs, log, failure: 'settling events failed' });
}

async function settleAll(store: Store, signal: AbortSignal): Promise<void> {
  if (!(await hasUnsequencedEvents(store.reader))) return;
  while (!signal.aborted && (await store.write(sequenceEvents, null)));
}

const intervalMs = 500;

/** For so long a request that is under way may go on when the service stops. */
const patienceMs = 5_000;

/** Sends events to webhooks until it is stopped. While there are no webhooks, it costs one small read each time. */
export function startWebhookDispatcher(options: AttemptOptions): PeriodicJob {
  const dispatcher = new WebhookDispatcher(options);
  const failure = 'looking for events to send failed';
  const looking = startPeriodicJob(() => dispatcher.poll(), { intervalMs, log: options.log, failure });
  return {
    async stop() {
      await looking.stop();
      await dispatcher.stop(patienceMs);
    },
  };
}
