import { describeError } from './errors.ts';
import type { Log } from './log.ts';

export interface PeriodicJobOptions {
  intervalMs: number;
  log: Log;
  /** Logged when a run fails. The next run is tried all the same; those that fail too are counted, one line a minute. */
  failure: string;
  /** Whether the first run is at once, and not after the first interval. */
  startsAtOnce?: boolean;
}

export interface PeriodicJob {
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>;
}

/**
 * Runs `work` at intervals, never twice at the same time. The signal tells a run of many steps to end after the current
 * step.
 */
export function startPeriodicJob(
  work: (signal: AbortSignal) => Promise<void>,
  { intervalMs, log, failure, startsAtOnce = false }: PeriodicJobOptions,
): PeriodicJob {
  const stopping = new AbortController();
  const outcomes = createOutcomeLog(log, failure);
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= work(stopping.signal)
      .then(outcomes.succeed, outcomes.fail)
      .finally(() => {
        running = undefined;
      });
    // For timers that wait for what they start, as those of a simulated clock do.
    return running;
  };
  const timer = setInterval(start, intervalMs);
  if (startsAtOnce) void start();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

const repeatIntervalMs = 60_000;

/** Logs when runs begin to fail, while they go on failing, and when they work again: not each of them. */
function createOutcomeLog(log: Log, failure: string) {
  let failures = 0;
  let loggedAt = 0;
  return {
    succeed(): void {
      if (failures > 0) log.info('a background job works again', { failure, failures });
      failures = 0;
    },
    fail(error: unknown): void {
      failures += 1;
      const now = performance.now();
      if (failures > 1 && now - loggedAt < repeatIntervalMs) return;
      loggedAt = now;
      log.error(failure, { cause: describeError(error), failures });
    },
  };
}
