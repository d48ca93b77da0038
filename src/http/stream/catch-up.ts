import { setImmediate as nextTick } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Batch } from './event-stream.ts';

/** Subscribers that get a batch in one event-loop tick. Sending to 32 takes about a millisecond. */
const maxServedPerTick = 32;
const maxCachedBytes = 4 * 1024 * 1024;
/** Entries do not change but for the names in them, which may be those of somebody who has been erased meanwhile. */
export const maxBatchAgeMs = 1_000;

/** The batch after a position, or `undefined` at the end. Subscribers are served in their order. @throws ServiceError */
export type CatchUp = (position: bigint) => Promise<Batch | undefined>;

/**
 * Batches for subscribers that are far behind. However many there are, one event-loop tick reads the store once at most and
 * serves a few of them, so that other requests do not wait. Subscribers at the same position share a batch.
 * @param read returns contiguous batches after a position; none at the end
 */
export function createCatchUp(read: (position: bigint) => Promise<Batch[]>): CatchUp {
  /** By position. */
  const recent = new LRUCache<bigint, Batch>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: maxBatchAgeMs,
  });
  const places = new Semaphore(maxServedPerTick);
  const reads = new Semaphore(1);

  async function readInTurn(position: bigint): Promise<Batch | undefined> {
    using _read = await reads.acquire();
    const known = recent.get(position);
    if (known !== undefined) return known;
    await nextTick();
    const batches = await read(position);
    for (const batch of batches) recent.set(batch.after, batch);
    return batches[0];
  }

  return async (position) => {
    using _place = await places.acquire();
    await nextTick();
    return recent.get(position) ?? (await readInTurn(position));
  };
}
