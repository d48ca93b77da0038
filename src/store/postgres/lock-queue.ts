import type { ServiceError } from '../../model/errors.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

interface LockWaiter extends Waiter {
  resolve(): void;
}

/**
 * Bounds how many connections wait for locks at the same time. A row that another session has locked would otherwise take
 * up all connections with writes to it, and hold up those to other rows.
 */
export class LockQueue {
  #free: number;
  readonly #waiting: WaitQueue<LockWaiter>;

  constructor(maxConnections: number, waitError: (since: number) => ServiceError | undefined) {
    this.#free = maxConnections;
    this.#waiting = new WaitQueue(waitError);
  }

  /** Does work that waits for a lock, when it is its turn. `since` is the time since which it waits. @throws ServiceError */
  async run<Result>(since: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve, reject) => this.#waiting.push({ since, resolve, reject }));
    try {
      return await work();
    } finally {
      const [next] = this.#waiting.shift(1);
      if (next === undefined) this.#free++;
      else next.resolve();
    }
  }
}
