interface ThrottleOptions {
  /** Milliseconds from a request to the run. The delay doubles with each run that follows upon another. */
  delayMs: number;
  /** The longest delay. After as much time without a request the delay starts over. */
  maxDelayMs: number;
}

/**
 * Runs a piece of work on request, as rarely as is still timely: requests within the delay share one run. Runs never overlap: a request
 * during a run causes another one afterwards.
 */
export function createThrottle(work: () => Promise<void>, options: ThrottleOptions) {
  let isRequested = false;
  let isStopped = false;
  let timer: Timer | undefined;
  let delayMs = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  const schedule = () => {
    delayMs = nextDelayMs(options, delayMs, performance.now() - endedAt);
    timer = setTimeout(async () => {
      isRequested = false;
      await work();
      timer = undefined;
      endedAt = performance.now();
      if (isRequested) schedule();
    }, delayMs);
  };
  return {
    request() {
      isRequested = !isStopped;
      if (isRequested && timer === undefined) schedule();
    },
    stop() {
      isStopped = true;
      isRequested = false;
      clearTimeout(timer);
    },
  };
}

/** The delay before the next run, from the last delay and the milliseconds since the last run ended. */
export function nextDelayMs({ delayMs, maxDelayMs }: ThrottleOptions, lastMs: number, sinceMs: number): number {
  return sinceMs >= maxDelayMs ? delayMs : Math.min(lastMs * 2, maxDelayMs);
}
