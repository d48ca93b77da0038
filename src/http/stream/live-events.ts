import { setImmediate as nextTick } from 'node:timers/promises';
import type { StreamOperation } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Store } from '../../store/store.ts';
import { createBatchCache, createCatchUp } from './catch-up.ts';
import { toBatches } from './event-stream.ts';

const pageSize = 100;
const maxTailBytes = 1024 * 1024;

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/**
 * New entries for all subscribers of a stream. While at least one waits, the store is polled. Each batch of new entries is
 * read and encoded once, and the newest ones are kept in a bounded tail, so that subscribers share the same bytes. A
 * subscriber that is further behind reads from the store.
 * @param intervalMs how often the store is polled
 */
export function createLiveEvents(
  page: StreamOperation['page'],
  store: Pick<Store, 'reader' | 'revision'>,
  intervalMs = 100,
) {
  /** Replaced instead of cleared: see `TurnoverSet`. */
  let waiting = new Set<() => void>();
  /** The newest batches, which are dropped in their order. Old tables of its map have only ids. */
  let tail = createBatchCache(maxTailBytes);
  /** The last id of the tail; `undefined` while nobody waits. */
  let end: bigint | undefined;
  let readRevision: number | undefined;
  let timer: Timer | undefined;
  let isPolling = false;

  const read = (after: bigint) => page(store.reader, { after, limit: pageSize });

  const catchUp = createCatchUp(async (position) => {
    const entries = await read(position);
    // Stops at the end of the tail, because the next shared batch begins there.
    const last = end;
    return toBatches(position, last === undefined ? entries : entries.filter(({ id }) => id <= last));
  });

  function stop(): void {
    clearInterval(timer);
    end = undefined;
    readRevision = undefined;
    tail = createBatchCache(maxTailBytes);
  }

  async function poll(): Promise<void> {
    if (isPolling) return;
    if (waiting.size === 0) return stop();
    isPolling = true;
    tail.purgeStale();
    try {
      const revision = store.revision();
      if (revision !== undefined && revision === readRevision) return;
      while (end !== undefined && (await readNext(end))) await nextTick();
      readRevision = revision;
    } catch (error) {
      if (isStorageUnavailable(error)) return;
      // Every subscriber then runs into the same failure by itself, and ends.
      stop();
      wakeAll();
    } finally {
      isPolling = false;
    }
  }

  /** Appends entries to the tail and wakes all subscribers. Returns whether there may be more. */
  async function readNext(after: bigint): Promise<boolean> {
    const entries = await read(after);
    for (const batch of toBatches(after, entries)) {
      tail.set(batch.after, batch);
      end = batch.last;
    }
    if (entries.length > 0) wakeAll();
    return entries.length === pageSize;
  }

  function wakeAll(): void {
    const woken = waiting;
    waiting = new Set();
    for (const wake of woken) wake();
  }

  return {
    /** The next batch after a position, or `undefined` when there is none yet. @throws ServiceError */
    async find(position: bigint) {
      if (end !== undefined && position >= end) return undefined;
      return tail.peek(position) ?? (await catchUp(position));
    },
    /** Calls `wake` once when there may be entries after the position. Returns a function that cancels this. */
    wait(position: bigint, wake: () => void): () => void {
      if (end === undefined) {
        end = position;
        timer = setInterval(poll, intervalMs);
      }
      if (position < end) return wakeAfter(intervalMs, wake);
      waiting.add(wake);
      return () => waiting.delete(wake);
    },
  };
}

/** Calls `wake` after a time. Returns a function that cancels this. */
export function wakeAfter(ms: number, wake: () => void): () => void {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
}

/** Whether a failure is transient, so that retrying is worthwhile. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503;
}
