import { TurnoverSet } from '../pipeline/turnover-set.ts';

/** How often expired promises are looked for. A timeout can be late by this much. */
const sweepIntervalMs = 500;

/**
 * A timeout for many promises with a single timer, because hardly any of them ever expires. The returned function resolves
 * like a promise, or rejects with `tooLate()` when the promise takes too long.
 */
export function createTimeout(maxMs: number, tooLate: () => Error) {
  /** In insertion order, so the oldest comes first. */
  const waiting = new TurnoverSet<{ since: number; reject: (error: Error) => void }>();
  let timer: Timer | undefined;

  function sweep(): void {
    const now = performance.now();
    for (const oldest of waiting) {
      if (now - oldest.since < maxMs) return;
      waiting.delete(oldest);
      oldest.reject(tooLate());
    }
    clearInterval(timer);
    timer = undefined;
  }

  return <Value>(promise: Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const one = { since: performance.now(), reject };
      waiting.add(one);
      timer ??= setInterval(sweep, sweepIntervalMs);
      promise.finally(() => waiting.delete(one)).then(resolve, reject);
    });
}
