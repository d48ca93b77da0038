import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';

/** The delay between two connections, in milliseconds. */
const reconnectMs = 1_000;

interface Subscriber {
  signal: AbortSignal;
  /** A connection was made: the events after this id will arrive. */
  onConnected(begin: bigint): void;
  /** The connection was lost: events may be missed until the next one. */
  onLost(): void;
  onEvent(event: PetstoreEvent): void;
}

/**
 * Follows the events until the signal is aborted or the key is rejected. After any other error, such as expired events,
 * it starts again with new events.
 */
export async function followEvents(
  client: Client,
  { signal, onConnected, onLost, onEvent }: Subscriber,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of client.events.follow({ signal, onBegin: onConnected })) onEvent(event);
    } catch (error) {
      if (signal.aborted) return;
      onLost();
      if (isKeyRejected(error)) return;
    }
    await wait(reconnectMs, signal).catch(() => undefined);
  }
}

function isKeyRejected(error: unknown): boolean {
  return error instanceof PetstoreError && (error.status === 401 || error.status === 403);
}
