import type { App } from './app.ts';
import { forgetEvents, settleEvents } from './domain/events.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import { describeError, type Log } from './log.ts';
import type { Store } from './store/store.ts';

const keyUsesIntervalMs = 10_000;
const forgetIntervalMs = 60 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

export interface HousekeepingOptions {
  app: App;
  store: Store;
  log: Log;
  /** How long an event is kept. */
  eventsDays: number;
}

/** Stores the use of keys, and forgets old idempotency records and events, from time to time, until it is stopped. */
export function startHousekeeping({ app, store, log, eventsDays }: HousekeepingOptions): { stop(): Promise<void> } {
  const attempt = (work: () => Promise<void>) =>
    work().catch((error) => log.error('housekeeping failed', { cause: describeError(error) }));
  const storeKeyUses = () => attempt(() => app.storeKeyUses());
  const forget = () => attempt(() => forgetAll(store, eventsDays));
  const timers = [setInterval(storeKeyUses, keyUsesIntervalMs), setInterval(forget, forgetIntervalMs)];
  forget();
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await storeKeyUses();
    },
  };
}

async function forgetAll(store: Store, eventsDays: number): Promise<void> {
  const now = Date.now();
  while (await store.write(forgetIdempotencyRecords, { now: BigInt(now) }));
  // Only what is counted can be forgotten.
  while (await store.write(settleEvents, null));
  while (await store.write(forgetEvents, { until: BigInt(now - eventsDays * dayMs) }));
}
