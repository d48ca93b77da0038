import { type Client, PetstoreError, type PetstoreEvent } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';

/** So that a server which refuses at once is not asked without a pause. */
const reconnectMs = 1_000;

interface Subscriber {
  signal: AbortSignal;
  /** A connection has been made: what happens behind the event with this id comes in from now on. */
  onConnected(begin: bigint): void;
  /** There is no connection, and what happens until the next one is missed. */
  onLost(): void;
  onEvent(event: PetstoreEvent): void;
}

/**
 * Follows the events until the signal ends it or the key opens nothing any more. Whatever else ends it, such as events
 * that are not kept any more, it begins afresh with what happens then.
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
