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

/** The batch after a position, or `undefined` at the end. Subscribers are served in their order. @throws ServiceError */
export type CatchUp = (position: bigint) => Promise<Batch | undefined>;

/**
 * Batches for subscribers that are far behind. However many there are, one event-loop tick reads the store once at most and
 * serves a few of them, so that other requests do not wait. Subscribers at the same position share a batch.
 * @param read returns contiguous batches after a position; none at the end
 */
export function createCatchUp(read: (position: bigint) => Promise<Batch[]>): CatchUp {
  /** By position. Entries never change, so a batch never becomes wrong. */
  const recent = new LRUCache<bigint, Batch>({ maxSize: maxCachedBytes, sizeCalculation: ({ bytes }) => bytes.length });
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await nextTick();
      await serve();
    }
    isRunning = false;
  }

  async function serve(): Promise<void> {
    let hasRead = false;
    for (let served = 0; served < maxServedPerTick; served++) {
      const [next] = waiting;
      if (next === undefined) return;
      const known = recent.get(next.position);
      if (known === undefined && hasRead) return;
      waiting.shift();
      if (known !== undefined) {
        next.resolve(known);
        continue;
      }
      hasRead = true;
      await readFor(next);
    }
  }

  async function readFor({ position, resolve, reject }: Waiting): Promise<void> {
    try {
      const batches = await read(position);
      for (const batch of batches) recent.set(batch.after, batch);
      resolve(batches[0]);
    } catch (error) {
      reject(error);
    }
  }

  return (position) => {
    const { promise, resolve, reject } = Promise.withResolvers<Batch | undefined>();
    waiting.push({ position, resolve, reject });
    if (!isRunning) void run();
    return promise;
  };
}
