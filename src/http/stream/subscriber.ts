import { type Bytes, encodePosition, heartbeat } from './event-stream.ts';
import { isStorageUnavailable, type LiveEvents, wakeAfter } from './live-events.ts';

const retryMs = 1_000;

/**
 * A client of an event stream. The runtime pulls the next batch only when the connection accepts more. So a client that
 * does not read costs one batch and its socket buffers, and a slow one receives everything at its own pace.
 */
export class Subscriber {
  readonly stream: ReadableStream<Bytes>;
  readonly #events: LiveEvents;
  readonly #onEnd: (cause: unknown) => void;
  #position: bigint;
  #controller: ReadableStreamDefaultController<Bytes> | undefined;
  #isEnded = false;
  /** Set while the client is ready to receive but there is nothing to send. */
  #interrupt: (() => void) | undefined;

  /** `onEnd` is called once: when the client disconnects, when `end` is called, or with the error that ended the stream. */
  constructor(events: LiveEvents, position: bigint, onEnd: (cause: unknown) => void) {
    this.#events = events;
    this.#position = position;
    this.#onEnd = onEnd;
    this.stream = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(encodePosition(position));
        },
        pull: () => this.#send(),
        cancel: () => this.#leave(undefined),
      },
      { highWaterMark: 0 },
    );
  }

  /** Whether the client has read everything and waits for more, as far as the connection tells. */
  get isWaiting(): boolean {
    return this.#interrupt !== undefined;
  }

  /** Sends a comment unless entries are being sent. */
  sendHeartbeat(): void {
    this.#interrupt?.();
  }

  end(cause?: unknown): void {
    if (this.#isEnded) return;
    this.#leave(cause);
    this.#controller?.close();
  }

  #leave(cause: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd(cause);
    this.#interrupt?.();
  }

  async #send(): Promise<void> {
    try {
      const bytes = await this.#next();
      if (!this.#isEnded) this.#controller?.enqueue(bytes);
    } catch (error) {
      this.end(error);
    }
  }

  async #next(): Promise<Bytes> {
    let isInterrupted = false;
    while (!isInterrupted && !this.#isEnded) {
      let wait = (wake: () => void) => this.#events.wait(this.#position, wake);
      try {
        const batch = await this.#events.find(this.#position);
        if (batch !== undefined) {
          this.#position = batch.last;
          return batch.bytes;
        }
      } catch (error) {
        if (!isStorageUnavailable(error)) throw error;
        wait = (wake) => wakeAfter(retryMs, wake);
      }
      isInterrupted = this.#isEnded || (await this.#pause(wait));
    }
    return heartbeat;
  }

  /** Waits until woken. Returns whether it was interrupted instead. */
  async #pause(begin: (wake: () => void) => () => void): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = begin(() => resolve(false));
    this.#interrupt = () => {
      cancel();
      resolve(true);
    };
    const isInterrupted = await promise;
    this.#interrupt = undefined;
    return isInterrupted;
  }
}
