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

/** What windows tell each other. */
type Message =
  | { kind: 'joined' }
  /** `isContinued`: to who has heard all events up to `begin`, this is nothing new. */
  | { kind: 'connected'; begin: bigint; isContinued: boolean }
  | { kind: 'lost' }
  | { kind: 'event'; event: PetstoreEvent };

/**
 * Follows the events until the signal is aborted or the key is rejected. `after` is the id of an event up to which nothing has to
 * be heard. Of all windows that follow by the same name, one has the stream and tells the others, because a browser has only six
 * connections to a server for all its windows. When it closes, another goes on after the last event. On pages that were loaded
 * over plain HTTP there are no locks (W3C Web Locks):
 * there each window has a stream.
 */
export async function followEvents(
  client: Client,
  name: string,
  after: bigint | undefined,
  subscriber: Subscriber,
): Promise<void> {
  const { signal } = subscriber;
  const others = isSecureContext ? new BroadcastChannel(name) : undefined;
  let isLeading = false;
  /** The id up to which all events have been heard; `undefined` while events may be missed. */
  let position = after;
  let isConnected = false;

  const hear = (message: Message) => {
    if (message.kind === 'joined') {
      if (isLeading && isConnected && position !== undefined)
        others?.postMessage({ kind: 'connected', begin: position, isContinued: true } satisfies Message);
    } else if (message.kind === 'lost') {
      position = undefined;
      isConnected = false;
      subscriber.onLost();
    } else if (message.kind === 'connected') {
      const heard = message.isContinued ? position : undefined;
      const hasGap = heard === undefined || message.begin > heard;
      if (isConnected && !hasGap) return;
      position = hasGap ? message.begin : heard;
      isConnected = true;
      subscriber.onConnected(position, hasGap);
    } else if (isConnected && position !== undefined && message.event.id > position) {
      position = message.event.id;
      subscriber.onEvent(message.event);
    }
  };
  const tell = (message: Message) => {
    others?.postMessage(message);
    hear(message);
  };
  /** After any error but a rejected key, such as expired events, it starts again with new events. */
  const lead = async () => {
    isLeading = true;
    const onBegin = (begin: bigint) => tell({ kind: 'connected', begin, isContinued: position !== undefined });
    while (!signal.aborted) {
      try {
        for await (const event of client.events.follow({ signal, after: position, onBegin }))
          tell({ kind: 'event', event });
      } catch (error) {
        if (signal.aborted) return;
        tell({ kind: 'lost' });
        if (isKeyRejected(error)) return;
      }
      await wait(reconnectMs, signal).catch(() => undefined);
    }
  };

  if (others === undefined) return await lead();
  others.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  signal.addEventListener('abort', () => others.close(), { once: true });
  others.postMessage({ kind: 'joined' } satisfies Message);
  await navigator.locks.request(name, { signal }, lead).catch(() => undefined);
}

function isKeyRejected(error: unknown): boolean {
  return error instanceof PetstoreError && (error.status === 401 || error.status === 403);
}
