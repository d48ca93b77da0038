import { TurnoverSet } from '../../lib/turnover-set.ts';

interface Waiting {
  /** On the clock of `performance.now()`. */
  readonly since: number;
  expire(): void;
}

/** How often expired promises are looked for. A timeout can be late by this much. */
const sweepIntervalMs = 500;

/** Timeouts for many promises with a single timer, because hardly any of them ever expires. */
export class Timeouts {
  readonly #maxMs: number;
  /** In insertion order, so the oldest comes first. */
  readonly #waiting = new TurnoverSet<Waiting>();
  #timer: Timer | undefined;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** Resolves like the promise, or rejects with `tooLate()` when the promise takes too long. */
  wait<Value>(promise: Promise<Value>, tooLate: () => Error): Promise<Value> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), expire: () => reject(tooLate()) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#sweep(), sweepIntervalMs);
      promise.finally(() => this.#waiting.delete(waiting)).then(resolve, reject);
    });
  }

  #sweep(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#maxMs) return;
      this.#waiting.delete(waiting);
      waiting.expire();
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
