import type { ServiceError } from '../../errors/service-error.ts';

export interface Waiter {
  /** When it began to wait, on the clock of `performance.now()`. */
  readonly since: number;
  reject(error: unknown): void;
}

const sweepIntervalMs = 50;

/** A FIFO queue with time-outs: an entry is rejected as soon as `waitError` returns an error for its `since`. */
export class WaitQueue<Entry extends Waiter> {
  readonly #waitError: (since: number) => ServiceError | undefined;
  #entries: Entry[] = [];
  #sweeper: Timer | undefined;

  constructor(waitError: (since: number) => ServiceError | undefined) {
    this.#waitError = waitError;
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

  /** Adds an entry before all others. */
  unshift(entry: Entry): void {
    this.#entries.unshift(entry);
    this.#sweepLater();
  }

  /** Removes and returns up to `count` entries, the oldest first. */
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

  /** Rejects the entries that may not wait longer. */
  sweep(): void {
    this.#entries = this.#entries.filter((entry) => {
      const error = this.#waitError(entry.since);
      if (error !== undefined) entry.reject(error);
      return error === undefined;
    });
  }

  /** Rejects an entry if it is still in the queue. */
  reject(entry: Entry, error: unknown): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1)[0]?.reject(error);
  }
}
