import type { Group } from '../../../conformance/case.ts';
import { groups as allGroups } from '../../../conformance/groups.ts';
import { parseBaseAddress } from '../../../conformance/http/base-address.ts';
import { type Verification, type VerificationOptions, verify } from '../../../conformance/run.ts';
import type { Call, Handle, Reply } from './small-petstore.ts';

/** One rule that a server breaks. */
export interface Breakage {
  readonly what: string;
  /** Changes requests before the server sees them. */
  readonly request?: (call: Call) => Partial<Call> | undefined;
  /** Changes responses. */
  readonly response?: (reply: Reply, call: Call) => Partial<Reply> | undefined;
  /** Whether only a catalogue of more than 100 animals shows it. */
  readonly needsMany?: true;
  /** The names of the cases that fail, and no others. */
  readonly fails: readonly string[];
}

/** A server that breaks a rule, or none. */
export function breakRule(handle: Handle, { request, response }: Partial<Breakage>): Handle {
  return async (call) => {
    const changes = request?.(call);
    const bytes = changes?.body === undefined ? call.bytes : new TextEncoder().encode(changes.body);
    const reply = await handle({ ...call, ...changes, bytes });
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
      const bytes = new Uint8Array(await request.arrayBuffer());
      const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      const { method, headers } = request;
      const reply = await handle({ method, path, query: search.slice(1), headers, body, bytes });
      const isBodiless = reply.status === 204 || reply.status === 304;
      return new Response(isBodiless ? null : reply.body, { status: reply.status, headers: reply.headers });
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
    limits: { requests: 5_000, requestMs: 20_000, totalMs: 120_000 },
    signal: new AbortController().signal,
    ...options,
  });
}

export function groupsNamed(...names: readonly string[]): readonly Group[] {
  return allGroups.filter(({ name }) => names.includes(name));
}

/** The names of cases with this outcome. */
export function namesOf({ groups }: Verification, kind: 'passed' | 'failed' | 'skipped'): string[] {
  return groups.flatMap(({ cases }) => cases.filter(({ outcome }) => outcome.kind === kind).map(({ name }) => name));
}
