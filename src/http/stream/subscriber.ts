import { type Bytes, encodePosition, heartbeat } from './event-stream.ts';
import { isStorageUnavailable, type LiveEvents, wakeAfter } from './live-events.ts';

const retryMs = 1_000;

const retryLater = (wake: () => void) => wakeAfter(retryMs, wake);

export type Subscriber = ReturnType<typeof createSubscriber>;

/**
 * A client of an event stream. The runtime pulls the next batch only when the connection accepts more. So a client that
 * does not read costs one batch and its socket buffers, and a slow one receives everything at its own pace.
 * @param onEnd is called once: when the client disconnects, when `end` is called, or with the error that ended the stream
 */
export function createSubscriber(events: LiveEvents, start: bigint, onEnd: (cause: unknown) => void) {
  let position = start;
  let isEnded = false;
  /** Set while the client is ready to receive but there is nothing to send. */
  let interrupt: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Bytes> | undefined;
  const source = {
    start(own: ReadableStreamDefaultController<Bytes>) {
      controller = own;
      own.enqueue(encodePosition(start));
    },
    pull: send,
    cancel: () => leave(undefined),
  };

  function end(cause?: unknown): void {
    if (isEnded) return;
    leave(cause);
    controller?.close();
  }

  function leave(cause: unknown): void {
    if (isEnded) return;
    isEnded = true;
    onEnd(cause);
    interrupt?.();
  }

  /** Sends the next batch, or a comment when it is interrupted. */
  async function send(): Promise<void> {
    try {
      const bytes = await findNext();
      if (!isEnded) controller?.enqueue(bytes);
    } catch (error) {
      end(error);
    }
  }

  async function findNext(): Promise<Bytes> {
    while (!isEnded) {
      let begin = waitForMore;
      try {
        const batch = await events.find(position);
        if (batch !== undefined) {
          position = batch.last;
          return batch.bytes;
        }
      } catch (error) {
        if (!isStorageUnavailable(error)) throw error;
        begin = retryLater;
      }
      if (isEnded || (await pause(begin))) break;
    }
    return heartbeat;
  }

  function waitForMore(wake: () => void): () => void {
    return events.wait(position, wake);
  }

  /** Waits until woken. Returns whether it was interrupted instead. */
  async function pause(begin: (wake: () => void) => () => void): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = begin(() => resolve(false));
    interrupt = () => {
      cancel();
      resolve(true);
    };
    const isInterrupted = await promise;
    interrupt = undefined;
    return isInterrupted;
  }

  return {
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    /** Whether the client has read everything and waits for more, as far as the connection tells. */
    get isWaiting(): boolean {
      return interrupt !== undefined;
    },
    /** Sends a comment unless entries are being sent. */
    sendHeartbeat: () => interrupt?.(),
    end,
  };
}
