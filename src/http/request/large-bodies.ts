import { ServiceError } from '../../api/errors.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { nextTurn } from '../../lib/next-tick.ts';
import { Semaphore } from '../../lib/semaphore.ts';

/** After this time a body that still arrives lets the next one begin. */
const turnMs = 100;

/** Bodies of megabytes, which share the memory that is reserved for them, and the time of the main thread. */
export class LargeBodies {
  readonly #turns = new Semaphore(1);
  #freeBytes: number;
  readonly #heldBytes = new Map<bigint, number>();

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  /**
   * Takes memory for a key until the returned function is called. A key gets at most half of what the others leave, because
   * a body counts in full before its first byte has arrived.
   * @throws ServiceError `overloaded` when too little is left
   */
  reserve(keyId: bigint, bytes: number): () => void {
    const held = this.#heldBytes.get(keyId) ?? 0;
    if (held + bytes > (this.#freeBytes + held) / 2) {
      const message = 'Too many uploads are in progress. Nothing was changed; try again shortly.';
      throw new ServiceError('overloaded', message, { headers: { 'Retry-After': '2' } });
    }
    this.#hold(keyId, bytes);
    return () => this.#hold(keyId, -bytes);
  }

  #hold(keyId: bigint, bytes: number): void {
    const held = (this.#heldBytes.get(keyId) ?? 0) + bytes;
    this.#freeBytes -= bytes;
    if (held === 0) this.#heldBytes.delete(keyId);
    else this.#heldBytes.set(keyId, held);
  }

  /**
   * Receives one body after another. Many that arrive as fast as they can would keep other requests waiting for as long as
   * all of them take; the system stops their clients meanwhile. A slow one takes little time and keeps no other waiting.
   */
  async receive(read: () => MaybePromise<Uint8Array>): Promise<Uint8Array> {
    using turn = new DisposableStack();
    turn.use(await this.#turns.acquire());
    using _timer = setTimeout(() => turn.dispose(), turnMs);
    try {
      return await read();
    } finally {
      // The next body may be there already: other requests come first.
      await nextTurn();
    }
  }
}
