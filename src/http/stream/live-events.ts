import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { StreamEntry, StreamOperation } from '../../operations/operation.ts';
import type { Store } from '../../store/store.ts';
import { type Bytes, encodeEntries } from './event-stream.ts';

const pageSize = 100;
const maxTailBytes = 1024 * 1024;

/** The entries behind one id up to another one, ready to be sent. */
export interface Batch {
  after: bigint;
  last: bigint;
  bytes: Bytes;
}

/**
 * A feed for all who follow it. Whoever is at its end waits here; only as long as somebody does, the store is asked
 * for what is new. That is read and encoded once, and kept for a while, so that all who follow are sent the same bytes.
 * Whoever is further behind than that reads from the store.
 */
export class LiveEvents {
  readonly #operation: StreamOperation;
  readonly #store: Pick<Store, 'reader' | 'revision'>;
  readonly #waiting = new Set<() => void>();
  /** The newest batches; each begins where the one before it ends. */
  readonly #tail: Batch[] = [];
  #tailBytes = 0;
  /** The id at which the tail ends; `undefined` while nobody waits. */
  #end: bigint | undefined;
  #revision: number | undefined;
  #timer: Timer | undefined;
  #isPolling = false;
  readonly #intervalMs: number;

  /** `intervalMs` is how often it looks for what is new. */
  constructor(
    operation: StreamOperation,
    store: Pick<Store, 'reader' | 'revision'>,
    { intervalMs = 100 }: { intervalMs?: number } = {},
  ) {
    this.#operation = operation;
    this.#store = store;
    this.#intervalMs = intervalMs;
  }

  /** What comes next behind a position, or `undefined` when that is still to happen. @throws ServiceError */
  async find(position: bigint): Promise<Batch | undefined> {
    const known = this.#tail.find(({ after: behind }) => behind === position);
    if (known !== undefined) return known;
    if (this.#end !== undefined && position >= this.#end) return undefined;
    // Whoever has much to catch up with lets others have their turns.
    await nextTurn();
    const entries = await this.#read(position);
    // The next batch begins at the end: whoever stops there, too, is sent what all others are.
    const end = this.#end;
    return toBatch(position, end === undefined ? entries : entries.filter(({ id }) => id <= end));
  }

  /** Calls `wake` when there may be more behind the position. Returns what calls that off. */
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
    this.#tail.length = 0;
    this.#tailBytes = 0;
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    if (this.#waiting.size === 0) return this.#stop();
    this.#isPolling = true;
    try {
      await this.#readAll();
    } catch (error) {
      if (isStorageUnavailable(error)) return;
      // Everyone meets the same failure then, and ends by it.
      this.#stop();
      this.#wakeAll();
    } finally {
      this.#isPolling = false;
    }
  }

  async #readAll(): Promise<void> {
    const revision = this.#store.revision();
    if (revision !== undefined && revision === this.#revision) return;
    while (this.#publish(await this.#read(this.#end)) === pageSize) await nextTurn();
    this.#revision = revision;
  }

  /** Hands entries to all who wait, and tells how many they are. */
  #publish(entries: readonly StreamEntry[]): number {
    const batch = toBatch(this.#end, entries);
    if (batch === undefined) return 0;
    this.#tail.push(batch);
    this.#tailBytes += batch.bytes.length;
    while (this.#tailBytes > maxTailBytes && this.#tail.length > 1) {
      this.#tailBytes -= this.#tail.shift()?.bytes.length ?? 0;
    }
    this.#end = batch.last;
    this.#wakeAll();
    return entries.length;
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #read(after: bigint | undefined): MaybePromise<StreamEntry[]> {
    return this.#operation.page(this.#store.reader, { after, limit: pageSize });
  }
}

/** Whether a failure passes by itself, so that it is worth to go on trying. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503;
}

function toBatch(behind: bigint | undefined, entries: readonly StreamEntry[]): Batch | undefined {
  const last = entries.at(-1)?.id;
  if (behind === undefined || last === undefined) return undefined;
  return { after: behind, last, bytes: encodeEntries(entries) };
}
