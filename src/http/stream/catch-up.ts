import { setImmediate as nextTick } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Batch } from './event-stream.ts';

/** Subscribers that get a batch in one event-loop tick. Sending to 32 takes about a millisecond. */
const maxServedPerTick = 32;
const maxCachedBytes = 4 * 1024 * 1024;

interface Waiting {
  position: bigint;
  resolve(batch: Batch | undefined): void;
  reject(error: unknown): void;
}

/**
 * Batches for subscribers that are far behind. However many there are, one event-loop tick reads the store once at most and
 * serves a few of them, so that other requests do not wait. Subscribers at the same position share a batch.
 */
export class CatchUp {
  readonly #read: (position: bigint) => Promise<Batch[]>;
  /** By position. Entries never change, so a batch never becomes wrong. */
  readonly #recent = new LRUCache<bigint, Batch>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  /** `read` returns contiguous batches after a position; none at the end. */
  constructor(read: (position: bigint) => Promise<Batch[]>) {
    this.#read = read;
  }

  /** The batch after a position, or `undefined` at the end. Subscribers are served in their order. @throws ServiceError */
  find(position: bigint): Promise<Batch | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Batch | undefined>();
    this.#waiting.push({ position, resolve, reject });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await nextTick();
      await this.#serve();
    }
    this.#isRunning = false;
  }

  async #serve(): Promise<void> {
    let hasRead = false;
    for (let served = 0; served < maxServedPerTick; served++) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const known = this.#recent.get(next.position);
      if (known === undefined && hasRead) return;
      this.#waiting.shift();
      if (known !== undefined) {
        next.resolve(known);
        continue;
      }
      hasRead = true;
      await this.#readFor(next);
    }
  }

  async #readFor({ position, resolve, reject }: Waiting): Promise<void> {
    try {
      const batches = await this.#read(position);
      for (const batch of batches) this.#recent.set(batch.after, batch);
      resolve(batches[0]);
    } catch (error) {
      reject(error);
    }
  }
}
