import type { App } from './app.ts';
import { forgetEvents, settleEvents } from './domain/events.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import { describeError, type Log } from './log.ts';
import { type PeriodicWork, startPeriodicWork } from './periodic-work.ts';
import type { Store } from './store/store.ts';

const keyUsesIntervalMs = 10_000;
const forgetIntervalMs = 60 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;
const failure = 'housekeeping failed';

/** Stores from time to time, and when it is stopped, how keys were used in this process. */
export function startStoringKeyUses(
  app: Pick<App, 'storeKeyUses'>,
  log: Log,
  intervalMs = keyUsesIntervalMs,
): PeriodicWork {
  const storing = startPeriodicWork(() => app.storeKeyUses(), { intervalMs, log, failure });
  return {
    async stop() {
      await storing.stop();
      await app.storeKeyUses().catch((error) => log.error(failure, { cause: describeError(error) }));
    },
  };
}

export interface ForgettingOptions {
  store: Store;
  log: Log;
  /** How long an event is kept. */
  eventsDays: number;
}

/** Forgets old idempotency records and events now and from time to time, until it is stopped. */
export function startForgetting({ store, log, eventsDays }: ForgettingOptions): PeriodicWork {
  const forget = (signal: AbortSignal) => forgetAll(store, eventsDays, signal);
  return startPeriodicWork(forget, { intervalMs: forgetIntervalMs, log, failure, beginsAtOnce: true });
}

async function forgetAll(store: Store, eventsDays: number, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const until = BigInt(now - eventsDays * dayMs);
  while (!signal.aborted && (await store.write(forgetIdempotencyRecords, { now: BigInt(now) })));
  // Only what is counted can be forgotten.
  while (!signal.aborted && (await store.write(settleEvents, null)));
  while (!signal.aborted && (await store.write(forgetEvents, { until })));
}
