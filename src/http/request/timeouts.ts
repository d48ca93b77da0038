interface Waiting {
  /** On the clock of `performance.now()`. */
  readonly since: number;
  giveUp(): void;
}

/** How often it is looked whose time is over. */
const sweepIntervalMs = 500;

/** Waits for promises that may take too long, with one timer for all of them: hardly any of them ever needs it. */
export class Timeouts {
  readonly #maxMs: number;
  /** The one that waits longest comes first. */
  readonly #waiting = new Set<Waiting>();
  #timer: Timer | undefined;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** What the promise gives, or the rejection with `tooLate()` if that takes longer than the time there is. */
  wait<Value>(promise: Promise<Value>, tooLate: () => Error): Promise<Value> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { since: performance.now(), giveUp: () => reject(tooLate()) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#sweep(), sweepIntervalMs);
      promise.then(
        (value) => {
          this.#waiting.delete(waiting);
          resolve(value);
        },
        (error) => {
          this.#waiting.delete(waiting);
          reject(error);
        },
      );
    });
  }

  #sweep(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (now - waiting.since < this.#maxMs) return;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
