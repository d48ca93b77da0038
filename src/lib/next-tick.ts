/**
 * Returns a function that schedules `run` for the end of the current event-loop tick. However often it is called in one
 * tick, `run` is called once. A call made by `run` itself schedules the next tick.
 */
export function oncePerTick(run: () => void): () => void {
  let isScheduled = false;
  const runScheduled = (): void => {
    isScheduled = false;
    run();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runScheduled);
  };
}

/** Lets other tasks of this thread run first: for work in steps, each of which is short. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
