import { ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { nextTurn } from '../../lib/next-tick.ts';
import { Semaphore } from '../../lib/semaphore.ts';

/** After this time a body that still arrives lets the next one begin. */
const turnMs = 100;
/** What the runtime holds at most of a body that nobody reads. */
const maxUnreadBytes = 2_000_000;

/** The memory of a body. `hold` tells how many bytes it takes now. @throws ServiceError `overloaded` when too little is left */
export interface BodyRoom {
  hold(bytes: number): void;
}

/** Bodies of megabytes, which share the memory that is reserved for them, and the time of the main thread. */
export class LargeBodies {
  readonly #turns = new Semaphore(1);
  #freeBytes: number;
  readonly #heldBytes = new Map<string, number>();

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  /**
   * Makes room for a body of an actor, who gets at most half of what the others leave. It takes memory as its bytes arrive:
   * what a client only announces keeps nobody else waiting.
   * @throws ServiceError `overloaded` when too little is left for all of it
   */
  open(actor: string, expectedBytes: number): BodyRoom {
    let own = 0;
    const hold = (bytes: number) => {
      this.#take(actor, bytes - own);
      own = bytes;
    };
    hold(expectedBytes);
    hold(Math.min(expectedBytes, maxUnreadBytes));
    return { hold };
  }

  #take(actor: string, bytes: number): void {
    const held = (this.#heldBytes.get(actor) ?? 0) + bytes;
    if (bytes > 0 && held > (this.#freeBytes + held - bytes) / 2) {
      const message = 'Too many uploads are in progress. Nothing was changed; try again shortly.';
      throw new ServiceError('overloaded', message, { headers: { 'Retry-After': '2' } });
    }
    this.#freeBytes -= bytes;
    if (held === 0) this.#heldBytes.delete(actor);
    else this.#heldBytes.set(actor, held);
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
