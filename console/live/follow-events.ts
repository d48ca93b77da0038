import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';

const reconnectMs = 1_000;

export interface Subscriber {
  signal: AbortSignal;
  /** A connection was made: the events after this id will arrive. `hasGap` if some before it may have been missed. */
  onConnected(begin: bigint, hasGap: boolean): void;
  /** The connection was lost: events may be missed until the next one. */
  onLost(): void;
  onEvent(event: PetstoreEvent): void;
}

/**
 * Follows the events until the signal is aborted or the key is rejected. `after` is the id of an event up to which nothing has to
 * be heard. After any other error, such as expired events, it starts again with new events.
 */
export async function followEvents(client: Client, after: bigint | undefined, subscriber: Subscriber): Promise<void> {
  const { signal } = subscriber;
  let position = after;
  const onBegin = (begin: bigint) => {
    const hasGap = position === undefined || begin > position;
    position = begin;
    subscriber.onConnected(begin, hasGap);
  };
  while (!signal.aborted) {
    try {
      for await (const event of client.events.follow({ signal, after: position, onBegin })) {
        position = event.id;
        subscriber.onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      subscriber.onLost();
      if (error instanceof PetstoreError && (error.status === 401 || error.status === 403)) return;
    }
    position = undefined;
    await wait(reconnectMs, signal).catch(() => undefined);
  }
}
