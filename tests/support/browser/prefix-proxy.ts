import { freePort } from '../process/ports.ts';

/** A reverse proxy that adds a prefix to all paths of the service, and removes it from requests. */
export interface PrefixProxy extends Disposable {
  /** The public address of the service. */
  readonly url: string;
  /** The paths without the prefix that were requested. */
  readonly strays: readonly string[];
  /** Sets the service to send requests to. */
  connect(serviceUrl: string): void;
}

/** Starts a proxy on loopback. */
export function startPrefixProxy(prefix: string): PrefixProxy {
  const port = freePort();
  const strays: string[] = [];
  let service: string | undefined;
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    // Longer than the time between two heartbeats of an event stream.
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`);
      if (!isBelow || service === undefined) {
        strays.push(pathname);
        return new Response('This address is of another service.', { status: 404 });
      }
      // As nginx: its location with a slash at the end does not change the address without it.
      const path = pathname === prefix ? pathname : pathname.slice(prefix.length);
      const { method, headers, body, signal } = request;
      return await fetch(`${service}${path}${search}`, {
        ...{ method, headers, body, signal },
        redirect: 'manual',
        decompress: false,
      });
    },
  });
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    strays,
    connect: (serviceUrl) => (service = serviceUrl),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
