import { describeError, type Log } from './log.ts';

export interface PeriodicJobOptions {
  intervalMs: number;
  log: Log;
  /** What the log says when the work fails. It is done again at the next time. */
  failure: string;
  /** Whether it is also done at once, and not only after the first interval. */
  beginsAtOnce?: boolean;
}

/** Work that is done again and again. */
export interface PeriodicJob {
  /** Begins nothing any more, and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Does some work from time to time, and never twice at the same moment. The signal tells work of many steps to end with
 * the step that is under way.
 */
export function startPeriodicJob(
  work: (signal: AbortSignal) => Promise<void>,
  { intervalMs, log, failure, beginsAtOnce = false }: PeriodicJobOptions,
): PeriodicJob {
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  const begin = () => {
    underWay ??= work(stopping.signal)
      .catch((error) => log.error(failure, { cause: describeError(error) }))
      .finally(() => {
        underWay = undefined;
      });
  };
  const timer = setInterval(begin, intervalMs);
  if (beginsAtOnce) begin();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
