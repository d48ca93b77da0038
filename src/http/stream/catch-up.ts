import { setImmediate as nextTick } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Batch } from './event-stream.ts';

/** Subscribers that get a batch in one event-loop tick. Sending to 32 takes about a millisecond. */
const maxServedPerTick = 32;
const maxCachedBytes = 4 * 1024 * 1024;
/** Entries do not change but for the names in them, which may be those of somebody who has been erased meanwhile. */
const maxBatchAgeMs = 1_000;

/** Batches by the position after which they begin. */
export function createBatchCache(maxBytes: number) {
  return new LRUCache<bigint, Batch>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: maxBatchAgeMs,
  });
}

/**
 * Batches for subscribers that are far behind. However many there are, one event-loop tick reads the store once at most and
 * serves a few of them, so that other requests do not wait. Subscribers at the same position share a batch.
 * @param read returns contiguous batches after a position; none at the end
 * @returns finds the batch after a position, `undefined` at the end, for subscribers in their order; it throws what `read` throws
 */
export function createCatchUp(read: (position: bigint) => Promise<Batch[]>) {
  const recent = createBatchCache(maxCachedBytes);
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

  return async (position: bigint) => {
    using _place = await places.acquire();
    await nextTick();
    return recent.get(position) ?? (await readInTurn(position));
  };
}
