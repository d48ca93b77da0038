import { setImmediate as nextTick } from 'node:timers/promises';
import { ServiceError } from '../../api/errors.ts';
import type { StreamEntry, StreamOperation } from '../../api/operation.ts';
import type { Store } from '../../store/store.ts';
import { type CatchUp, createCatchUp, maxBatchAgeMs } from './catch-up.ts';
import { type Batch, encodeEntries } from './event-stream.ts';

const pageSize = 100;
const maxTailBytes = 1024 * 1024;
/** What a subscriber that does not read keeps in memory. */
const maxBatchBytes = 32 * 1024;

/**
 * New entries for all subscribers of a stream. While at least one waits, the store is polled. Each batch of new entries is
 * read and encoded once, and the newest ones are kept in a bounded tail, so that subscribers share the same bytes. A
 * subscriber that is further behind reads from the store.
 */
export class LiveEvents {
  readonly #operation: StreamOperation;
  readonly #store: Pick<Store, 'reader' | 'revision'>;
  /** Replaced instead of cleared: see `TurnoverSet`. */
  #waiting = new Set<() => void>();
  readonly #catchUp: CatchUp;
  /** The newest batches, contiguous, from the oldest on, by the id after which they begin. */
  #tail = new Map<bigint, Batch & { readAt: number }>();
  #tailBytes = 0;
  /** The last id of the tail; `undefined` while nobody waits. */
  #end: bigint | undefined;
  #revision: number | undefined;
  #timer: Timer | undefined;
  #isPolling = false;
  readonly #intervalMs: number;

  /** `intervalMs` is how often the store is polled. */
  constructor(operation: StreamOperation, store: Pick<Store, 'reader' | 'revision'>, { intervalMs = 100 } = {}) {
    this.#operation = operation;
    this.#store = store;
    this.#intervalMs = intervalMs;
    this.#catchUp = createCatchUp(async (position) => {
      const entries = await this.#read(position);
      // Stops at the end of the tail, because the next shared batch begins there.
      const end = this.#end;
      return toBatches(position, end === undefined ? entries : entries.filter(({ id }) => id <= end));
    });
  }

  /** The next batch after a position, or `undefined` when there is none yet. @throws ServiceError */
  async find(position: bigint): Promise<Batch | undefined> {
    if (this.#end !== undefined && position >= this.#end) return undefined;
    return this.#tail.get(position) ?? (await this.#catchUp(position));
  }

  /** Calls `wake` once when there may be entries after the position. Returns a function that cancels this. */
  wait(position: bigint, wake: () => void): () => void {
    this.#start(position);
    if (this.#end !== undefined && position < this.#end) {
      const timer = setTimeout(wake, this.#intervalMs);
      return () => clearTimeout(timer);
    }
    this.#waiting.add(wake);
    return () => this.#waiting.delete(wake);
  }

  #start(position: bigint): void {
    if (this.#timer !== undefined) return;
    this.#end = position;
    this.#timer = setInterval(() => void this.#poll(), this.#intervalMs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#end = undefined;
    this.#revision = undefined;
    this.#tail = new Map();
    this.#tailBytes = 0;
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    if (this.#waiting.size === 0) return this.#stop();
    this.#isPolling = true;
    this.#trim();
    try {
      await this.#readAll();
    } catch (error) {
      if (isStorageUnavailable(error)) return;
      // Every subscriber then runs into the same failure by itself, and ends.
      this.#stop();
      this.#wakeAll();
    } finally {
      this.#isPolling = false;
    }
  }

  async #readAll(): Promise<void> {
    const revision = this.#store.revision();
    if (revision !== undefined && revision === this.#revision) return;
    while (this.#publish(await this.#read(this.#end)) === pageSize) await nextTick();
    this.#revision = revision;
  }

  /** Appends entries to the tail and wakes all subscribers. Returns how many entries there were. */
  #publish(entries: readonly StreamEntry[]): number {
    if (this.#end === undefined || entries.length === 0) return 0;
    for (const batch of toBatches(this.#end, entries)) {
      this.#tail.set(batch.after, { ...batch, readAt: performance.now() });
      this.#tailBytes += batch.bytes.length;
      this.#end = batch.last;
    }
    this.#trim();
    this.#wakeAll();
    return entries.length;
  }

  /** Drops the oldest batches while they are too large together or too old. */
  #trim(): void {
    const oldest = performance.now() - maxBatchAgeMs;
    const { size } = this.#tail;
    for (const [after, { bytes, readAt }] of this.#tail) {
      if ((this.#tailBytes <= maxTailBytes || this.#tail.size === 1) && readAt > oldest) break;
      this.#tail.delete(after);
      this.#tailBytes -= bytes.length;
    }
    // A copy: see `TurnoverSet`.
    if (this.#tail.size < size) this.#tail = new Map(this.#tail);
  }

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  #read(after: bigint | undefined): Promise<StreamEntry[]> {
    return this.#operation.page(this.#store.reader, { after, limit: pageSize });
  }
}

/** Whether a failure is transient, so that retrying is worthwhile. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503;
}

/** Cuts the entries after an id into batches of bounded size. */
function toBatches(after: bigint, entries: readonly StreamEntry[]): Batch[] {
  const batches: Batch[] = [];
  let start = after;
  let first = 0;
  let sizeBytes = 0;
  for (const [index, entry] of entries.entries()) {
    sizeBytes += Buffer.byteLength(entry.body);
    const isLast = index === entries.length - 1;
    if (sizeBytes < maxBatchBytes && !isLast) continue;
    batches.push({ after: start, last: entry.id, bytes: encodeEntries(entries.slice(first, index + 1)) });
    [start, first, sizeBytes] = [entry.id, index + 1, 0];
  }
  return batches;
}
