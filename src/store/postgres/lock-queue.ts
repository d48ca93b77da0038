import type { ServiceError } from '../../errors/service-error.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

interface LockWaiter extends Waiter {
  resolve(): void;
}

/**
 * Bounds how many connections wait for locks, or for conflicting work, at the same time. A row that another session has
 * locked would otherwise take up all connections with writes to it, and hold up those to other rows.
 */
export class LockQueue {
  #free: number;
  readonly #waiting: WaitQueue<LockWaiter>;

  constructor(maxConnections: number, waitError: (since: number) => ServiceError | undefined) {
    this.#free = maxConnections;
    this.#waiting = new WaitQueue(waitError);
  }

  /** Waits for its turn, and returns what ends it. `since` is the time since which the work waits. @throws ServiceError */
  async enter(since: number): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve, reject) => this.#waiting.push({ since, resolve, reject }));
    return () => {
      const [next] = this.#waiting.shift(1);
      if (next === undefined) this.#free++;
      else next.resolve();
    };
  }
}
