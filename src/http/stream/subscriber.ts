import { type Bytes, encodePosition, heartbeat } from './event-stream.ts';
import { type Batch, isStorageUnavailable, type LiveEvents } from './live-events.ts';

const retryMs = 1_000;

/**
 * One client that follows a feed. Nothing is read for it before it has taken what was read before: the runtime asks
 * for more only when the connection takes more. So all that waits for a client that does not read is one batch and
 * what the system keeps for its socket, and a client that reads slowly gets everything, as slowly as it likes.
 */
export class Subscriber {
  readonly stream: ReadableStream<Bytes>;
  readonly #feed: LiveEvents;
  readonly #onEnd: (cause: unknown) => void;
  #position: bigint;
  #controller: ReadableStreamDefaultController<Bytes> | undefined;
  #isEnded = false;
  /** Set while there is nothing to send, though the client would take it. */
  #interrupt: (() => void) | undefined;

  /** `onEnd` is called once: when the client went away, when `end` was called, or with what has failed. */
  constructor(feed: LiveEvents, position: bigint, onEnd: (cause: unknown) => void) {
    this.#feed = feed;
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

  /** Whether the client takes what is sent, as far as it is known. */
  get isWaiting(): boolean {
    return this.#interrupt !== undefined;
  }

  /** Sends a comment if there is nothing else to send. */
  sendHeartbeat(): void {
    this.#interrupt?.();
  }

  /** Ends the stream: after what was sent the client sees that no more comes. */
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
    while (!this.#isEnded) {
      const batch = await this.#find();
      if (this.#isEnded) break;
      if (batch !== undefined && batch !== 'away') {
        this.#position = batch.last;
        return batch.bytes;
      }
      const begin = batch === 'away' ? later : (wake: () => void) => this.#feed.wait(this.#position, wake);
      if (await this.#pause(begin)) break;
    }
    return heartbeat;
  }

  async #find(): Promise<Batch | 'away' | undefined> {
    try {
      return await this.#feed.find(this.#position);
    } catch (error) {
      if (isStorageUnavailable(error)) return 'away';
      throw error;
    }
  }

  /** Waits until it is woken. Tells whether it was interrupted instead. */
  async #pause(begin: (wake: () => void) => () => void): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const callOff = begin(() => resolve(false));
    this.#interrupt = () => {
      callOff();
      resolve(true);
    };
    const isInterrupted = await promise;
    this.#interrupt = undefined;
    return isInterrupted;
  }
}

function later(wake: () => void): () => void {
  const timer = setTimeout(wake, retryMs);
  return () => clearTimeout(timer);
}
