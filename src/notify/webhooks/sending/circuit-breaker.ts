/** After so many failures in a row a receiver is taken to be down. */
const failuresToOpen = 3;
const firstPauseMs = 5_000;
const maxPauseMs = 10 * 60_000;

/**
 * Spares a receiver that is down, and those that share the dispatcher with it. After some failures in a row it allows one
 * request at a time, with growing pauses between them, until one succeeds.
 */
export class CircuitBreaker {
  #failures = 0;
  /** Epoch milliseconds. */
  #pausedUntil = 0;
  #isNew = true;

  /** Whether only one request at a time is allowed. */
  get isOpen(): boolean {
    return this.#failures >= failuresToOpen;
  }

  /** Whether a request may be made at a time (epoch milliseconds). */
  allows(now: number): boolean {
    // Not while the pause is longer than it can be: the clock was set back.
    return now >= this.#pausedUntil || this.#pausedUntil - now > maxPauseMs;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
  }

  recordFailure(now: number): void {
    // Those of requests that were under way when the pause began belong to the same failure.
    if (this.isOpen && !this.allows(now)) return;
    this.#failures++;
    if (!this.isOpen) return;
    this.#pausedUntil = now + Math.min(firstPauseMs * 2 ** (this.#failures - failuresToOpen), maxPauseMs);
  }

  /**
   * Takes over what is stored: after a start a webhook that was failing is given one request first. When the mark of a
   * failure is gone, a request of another node has succeeded, or a person wants another attempt.
   */
  adopt(isFailing: boolean): void {
    if (!isFailing) this.recordSuccess();
    // Later, a mark may be that of a failure which is not recorded here yet.
    else if (this.#isNew) this.#failures = failuresToOpen;
    this.#isNew = false;
  }
}
