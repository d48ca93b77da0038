/** A counting semaphore. Its owners take turns; the waiters of one owner get their permits in FIFO order. */
export class Semaphore {
  #free: number;
  readonly #permit: Disposable = { [Symbol.dispose]: () => this.release() };
  /** In the order of the owners' turns. */
  readonly #waiting = new Map<unknown, Set<() => void>>();
  /** The owner that had the last turn: its next one comes after those of the others. */
  #last: unknown;

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a permit. What it resolves to releases it.
   * @param owner who has one turn, however many of its waiters there are; all that name none are one owner
   * @param signal ends the waiting, and rejects with its reason
   */
  async acquire(owner?: unknown, signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      this.#last = owner;
      return this.#permit;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiters = this.#waiting.get(owner) ?? new Set();
    this.#waiting.set(owner, waiters.add(resolve));
    const abandon = () => {
      if (!waiters.delete(resolve)) return;
      if (waiters.size === 0) this.#waiting.delete(owner);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon);
    await promise.finally(() => signal?.removeEventListener('abort', abandon));
    return this.#permit;
  }

  release(): void {
    const ofLast = this.#waiting.get(this.#last);
    if (ofLast !== undefined && this.#waiting.delete(this.#last)) this.#waiting.set(this.#last, ofLast);
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#free++;
      return;
    }
    const [owner, waiters] = turn;
    const [next] = waiters;
    this.#last = owner;
    if (next !== undefined) waiters.delete(next);
    if (waiters.size === 0) this.#waiting.delete(owner);
    next?.();
  }
}
