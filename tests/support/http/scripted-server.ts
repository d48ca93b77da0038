import { afterEach } from 'bun:test';
import { type ClientOptions, createClient } from '../../../client/index.ts';

export type Answer = (request: Request) => Response | Promise<Response>;

/**
 * Makes a function that starts a server, which returns these responses in order and repeats the last one, with a client
 * of it. The servers end with their test.
 */
export function scriptedServers(defaults: Partial<ClientOptions> = {}) {
  const servers: Bun.Server<undefined>[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop(true))));
  return (answers: readonly Answer[], options: Partial<ClientOptions> = {}) => {
    const received: { method: string; url: string; path: string; headers: Headers; body: string }[] = [];
    const server = Bun.serve({
      port: 0,
      idleTimeout: 60,
      async fetch(request) {
        const { method, url } = request;
        const headers = new Headers(request.headers);
        received.push({ method, url, path: url.slice(server.url.origin.length), headers, body: await request.text() });
        return await (answers[Math.min(received.length, answers.length) - 1]?.(request) ?? new Response());
      },
    });
    servers.push(server);
    const client = createClient({ baseUrl: server.url.href, apiKey: 'secret', ...defaults, ...options });
    return { client, received, url: server.url };
  };
}

/** A response with an error of the service. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const body = JSON.stringify({ code, message: 'No.', status });
  return () => new Response(body, { status, headers: { 'X-Request-Id': 'r1', ...headers } });
}
