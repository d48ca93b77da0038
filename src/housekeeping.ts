import type { App } from './app.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import type { Log } from './log.ts';
import type { Store } from './store/store.ts';

const keyUsesIntervalMs = 10_000;
const forgetIntervalMs = 60 * 60 * 1_000;

/** Stores the use of keys and forgets old idempotency records, from time to time, until it is stopped. */
export function startHousekeeping(app: App, store: Store, log: Log): { stop(): Promise<void> } {
  const attempt = (work: () => Promise<void>) =>
    work().catch((error) => log.error('housekeeping failed', { cause: describe(error) }));
  const storeKeyUses = () => attempt(() => app.storeKeyUses());
  const forget = () => attempt(() => forgetAll(store));
  const timers = [setInterval(storeKeyUses, keyUsesIntervalMs), setInterval(forget, forgetIntervalMs)];
  forget();
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await storeKeyUses();
    },
  };
}

async function forgetAll(store: Store): Promise<void> {
  const now = BigInt(Date.now());
  while (await store.write(forgetIdempotencyRecords, { now }));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${String(error.cause)}`;
}
