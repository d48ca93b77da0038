import { until } from '../until.ts';

/** A request to a webhook receiver. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  readonly url: string;
  /** All requests, in order of arrival. */
  readonly received: readonly Received[];
  /** Makes the response; by default 204. `count` is the number of the request, from 1. */
  answer: (received: Received, count: number) => Response | Promise<Response>;
  /** Waits until it has received `count` requests. */
  untilReceived(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ReceiverOptions {
  tls?: { cert: string; key: string };
}

/** A webhook receiver on a loopback port. */
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
      await until(`${count} requests`, () => received.length >= count);
    },
    stop: () => server.stop(true),
  };
  return receiver;
}
