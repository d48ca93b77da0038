import { areEventsUnsettled, settleEvents } from './domain/events.ts';
import { describeError, type Log } from './log.ts';
import type { Store } from './store/store.ts';

interface SettlingOptions {
  /** How often it looks for what has happened. */
  readonly intervalMs?: number;
}

/**
 * Gives events their places where they do not get them by themselves, and counts them, until it is stopped. Any number
 * of nodes may do it beside each other.
 */
export function startSettling(
  store: Store,
  log: Log,
  { intervalMs = 100 }: SettlingOptions = {},
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= settleAll(store)
      .catch((error) => log.error('settling events failed', { cause: describeError(error) }))
      .finally(() => {
        running = undefined;
      });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function settleAll(store: Store): Promise<void> {
  if (!(await areEventsUnsettled(store.reader))) return;
  while (await store.write(settleEvents, null));
}
