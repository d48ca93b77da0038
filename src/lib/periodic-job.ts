import { describeError, type Log } from './log.ts';

export interface PeriodicJobOptions {
  intervalMs: number;
  log: Log;
  /** Logged when a run fails. The next run is tried all the same. */
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
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= work(stopping.signal)
      .catch((error) => log.error(failure, { cause: describeError(error) }))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(start, intervalMs);
  if (startsAtOnce) start();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
