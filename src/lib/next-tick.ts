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

const maxWaiting = 100;
const waiting: (() => void)[] = [];
const releaseNext = oncePerTick(() => {
  waiting.shift()?.();
  if (waiting.length > 0) releaseNext();
});

/**
 * Lets other tasks of this thread run first: for work in steps, each of which is short. However much such work there is,
 * each event-loop tick has one step of it, or many clients could delay all other requests by the steps of all of them.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    releaseNext();
  });
}

/** Whether so much work waits for its next step that any that may end early should. */
export function isCrowded(): boolean {
  return waiting.length >= maxWaiting;
}
