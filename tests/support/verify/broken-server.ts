import { groups as allGroups } from '../../../conformance/groups.ts';
import { parseBaseAddress } from '../../../conformance/http/base-address.ts';
import { type Verification, type VerificationOptions, verify } from '../../../conformance/run.ts';
import type { Breakage } from './breakages.ts';
import type { Handle } from './small-petstore.ts';

/** A server that breaks a rule, or none. */
export function breakRule(handle: Handle, { request, response }: Breakage): Handle {
  return (call) => {
    const reply = handle({ ...call, ...request?.(call) });
    return { ...reply, ...response?.(reply, call) };
  };
}

export interface HandleServer {
  readonly url: string;
  stop(): void;
}

/** Serves implementations at one address, each to the clients whose `User-Agent` ends in its index. */
export function serveAll(handles: readonly Handle[]): HandleServer {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const handle = handles[Number(/\d+$/.exec(request.headers.get('User-Agent') ?? '')?.[0])];
      if (handle === undefined) return new Response('an unknown client', { status: 599 });
      const path = pathname.replace(/^\/v1(?=\/)/, '');
      const { method, headers } = request;
      const reply = handle({ method, path, query: search.slice(1), headers, body: await request.text() });
      return new Response(reply.body, { status: reply.status, headers: reply.headers });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => void server.stop(true) };
}

/** Runs cases against an address, as the client that gets the implementation with an index. */
export function check(
  url: string,
  key: string,
  { index = 0, ...options }: Partial<VerificationOptions> & { index?: number } = {},
): Promise<Verification> {
  return verify({
    base: parseBaseAddress(url),
    key,
    otherKeys: {},
    groups: allGroups,
    requiresExtensions: false,
    mayFill: false,
    isInsecure: false,
    userAgent: `petstore-verify/${index}`,
    prefix: `verify-${crypto.randomUUID().slice(0, 8)}`,
    limits: { requests: 5_000, requestMs: 20_000, totalMs: 250_000 },
    signal: new AbortController().signal,
    ...options,
  });
}

/** The names of cases with this outcome. */
export function namesOf({ groups }: Verification, kind: 'passed' | 'failed' | 'skipped'): string[] {
  return groups.flatMap(({ cases }) => cases.filter(({ outcome }) => outcome.kind === kind).map(({ name }) => name));
}
