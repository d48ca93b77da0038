import { nextTurn } from '../../lib/next-tick.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { ServiceError } from '../../model/errors.ts';

/** After this time a body that still arrives lets the next one begin. */
const turnMs = 100;

/** Bodies of megabytes, which share the memory that is reserved for them, and the time of the main thread. */
export class LargeBodies {
  readonly #turns = new Semaphore(1);
  #freeBytes: number;

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  /** Takes memory until the returned function is called. @throws ServiceError `overloaded` when too little is left */
  reserve(bytes: number): () => void {
    if (bytes > this.#freeBytes) throw exhausted();
    this.#freeBytes -= bytes;
    return () => {
      this.#freeBytes += bytes;
    };
  }

  /**
   * Receives one body after another. Many that arrive as fast as they can would keep other requests waiting for as long as
   * all of them take; the system stops their clients meanwhile. A slow one takes little time and keeps no other waiting.
   */
  async receive(read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    await this.#turns.acquire();
    let release: (() => void) | undefined = () => this.#turns.release();
    const endTurn = () => {
      release?.();
      release = undefined;
    };
    const timer = setTimeout(endTurn, turnMs);
    try {
      return await read();
    } finally {
      // The next body may be there already: other requests come first.
      await nextTurn();
      clearTimeout(timer);
      endTurn();
    }
  }
}

function exhausted(): ServiceError {
  const message = 'Too many uploads are in progress. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '2' } });
}
