import { areEventsUnsettled, settleEvents } from './domain/events.ts';
import type { Log } from './log.ts';
import { type PeriodicWork, startPeriodicWork } from './periodic-work.ts';
import type { Store } from './store/store.ts';

interface SettlingOptions {
  /** How often it looks for what has happened. */
  readonly intervalMs?: number;
}

/**
 * Gives events their places where they do not get them by themselves, and counts them, until it is stopped. Any number
 * of nodes may do it beside each other.
 */
export function startSettling(store: Store, log: Log, { intervalMs = 100 }: SettlingOptions = {}): PeriodicWork {
  const settle = (signal: AbortSignal) => settleAll(store, signal);
  return startPeriodicWork(settle, { intervalMs, log, failure: 'settling events failed' });
}

async function settleAll(store: Store, signal: AbortSignal): Promise<void> {
  if (!(await areEventsUnsettled(store.reader))) return;
  while (!signal.aborted && (await store.write(settleEvents, null)));
}
