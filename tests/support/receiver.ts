import { until } from './until.ts';

/** A request that a receiver of events has got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  readonly url: string;
  /** All that it has got, in the order in which it came. */
  readonly received: readonly Received[];
  /** How it answers from now on; with 204 at first. `count` is the number of the request, from 1. */
  answer: (received: Received, count: number) => Response | Promise<Response>;
  /** Waits until it has got so many requests. */
  untilReceived(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  tls?: { cert: string; key: string };
}

/** A program that events are sent to, on a port of this machine. */
export function startReceiver({ tls }: ReceiverOptions = {}): Receiver {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    ...(tls && { tls }),
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const entry = { path: pathname + search, headers: Object.fromEntries(request.headers), body };
      const count = received.push(entry);
      return await receiver.answer(entry, count);
    },
  });
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`,
    received,
    answer: () => new Response(null, { status: 204 }),
    async untilReceived(count) {
      await until(
        `${count} requests`,
        () => received.length,
        (seen) => seen >= count,
      );
    },
    stop: () => server.stop(true),
  };
  return receiver;
}
