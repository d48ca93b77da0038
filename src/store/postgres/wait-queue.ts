import type { ServiceError } from '../../model/errors.ts';

export interface Waiter {
  /** When it began to wait, as `performance.now()` has it. */
  readonly since: number;
  reject(error: unknown): void;
}

const sweepIntervalMs = 50;

/** A FIFO queue. Each waiter is rejected once `refusal` has an error for the time since which it waits. */
export class WaitQueue<Entry extends Waiter> {
  readonly #refusal: (since: number) => ServiceError | undefined;
  #entries: Entry[] = [];
  #sweeper: Timer | undefined;

  constructor(refusal: (since: number) => ServiceError | undefined) {
    this.#refusal = refusal;
  }

  get size(): number {
    return this.#entries.length;
  }

  get first(): Entry | undefined {
    return this.#entries[0];
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.#sweepLater();
  }

  /** Takes out up to `count`, the longest waiting first. */
  shift(count: number): Entry[] {
    return this.#entries.splice(0, count);
  }

  #sweepLater(): void {
    this.#sweeper ??= setTimeout(() => {
      this.#sweeper = undefined;
      this.sweep();
      if (this.#entries.length > 0) this.#sweepLater();
    }, sweepIntervalMs);
  }

  /** Rejects whoever is to wait no longer. */
  sweep(): void {
    this.#entries = this.#entries.filter((entry) => {
      const error = this.#refusal(entry.since);
      if (error !== undefined) entry.reject(error);
      return error === undefined;
    });
  }

  /** Rejects one of them, if it still waits. */
  reject(entry: Entry, error: unknown): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1)[0]?.reject(error);
  }
}
