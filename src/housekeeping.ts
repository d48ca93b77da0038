import type { App } from './app.ts';
import { forgetEvents, settleEvents } from './domain/events.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import { describeError, type Log } from './log.ts';
import type { Store } from './store/store.ts';

const keyUsesIntervalMs = 10_000;
const forgetIntervalMs = 60 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** Stores from time to time, and when it is stopped, how keys were used in this process. */
export function startStoringKeyUses(app: Pick<App, 'storeKeyUses'>, log: Log): { stop(): Promise<void> } {
  const store = () => attempt(() => app.storeKeyUses(), log);
  const timer = setInterval(store, keyUsesIntervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await store();
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
export function startForgetting({ store, log, eventsDays }: ForgettingOptions): { stop(): void } {
  const forget = () => attempt(() => forgetAll(store, eventsDays), log);
  const timer = setInterval(forget, forgetIntervalMs);
  forget();
  return { stop: () => clearInterval(timer) };
}

function attempt(work: () => Promise<void>, log: Log): Promise<void> {
  return work().catch((error) => log.error('housekeeping failed', { cause: describeError(error) }));
}

async function forgetAll(store: Store, eventsDays: number): Promise<void> {
  const now = Date.now();
  while (await store.write(forgetIdempotencyRecords, { now: BigInt(now) }));
  // Only what is counted can be forgotten.
  while (await store.write(settleEvents, null));
  while (await store.write(forgetEvents, { until: BigInt(now - eventsDays * dayMs) }));
}
