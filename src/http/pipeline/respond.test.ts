import { expect, test } from 'bun:test';
import { createLog } from '../../lib/log.ts';
import type { ClientAddress } from '../auth/client-address.ts';
import { readTarget } from '../request/target.ts';
import { CorsPolicy, PublicCors } from '../response/cors.ts';
import { RequestMetrics } from '../response/metrics.ts';
import { createOutageLog } from '../response/outage-log.ts';
import { createResponder, type Handler } from './respond.ts';

/** The response to a request with this handler, what was logged, and the idle timeouts that its connection got. */
async function respondTo(init: RequestInit, handle: Handler, client?: ClientAddress) {
  const lines: Record<string, unknown>[] = [];
  const timeouts: number[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now);
  const respond = createResponder({
    runners: new Map(),
    cors: new CorsPolicy([]),
    publicCors: new PublicCors(async () => false),
    metrics: new RequestMetrics(),
    log,
    outages: createOutageLog(log),
    docsUrl: 'http://petstore.test/docs',
    isAccessLogged: false,
    hstsDays: 0,
    isDraining: () => false,
    idleSeconds: 180,
    setIdleTimeout: (_, seconds) => void timeouts.push(seconds),
    keepOpenAfterMs: 1,
  });
  const request = new Request('http://petstore.test/v1/pets', init);
  const context = {
    request,
    target: readTarget(request.url),
    requestId: 'r1',
    now: 0,
    today: 0n,
    startedAt: performance.now(),
    isVersioned: true,
    match: undefined,
    prefer: null,
    revision: undefined,
    principal: undefined,
    client,
    allowance: undefined,
    isAwaited: false,
  };
  return { response: await respond(context, handle), lines, timeouts };
}

test.each([
  ['GET', 'Internal error. Request id: r1.'],
  ['POST', 'Internal error. Request id: r1. The change may or may not have been made.'],
])('logs an unexpected error of a %s, and returns only the request id to the client', async (method, message) => {
  const { response, lines } = await respondTo({ method }, () => {
    throw new Error('a detail for the operator');
  });
  expect([response.status, response.headers.get('X-Request-Id')]).toEqual([500, 'r1']);
  expect(await response.json()).toEqual({ code: 'internal_error', message, status: 500 });
  expect(lines).toMatchObject([
    { level: 'error', event: 'internal error', requestId: 'r1', cause: expect.stringContaining('a detail for') },
  ]);
});

test.each([
  ['a client that already has the body', { 'If-None-Match': '"one"' }, 304],
  ['a client that wants another version', { 'If-Match': '"two"', 'If-None-Match': '"one"' }, 412],
])('%s gets none, and its source is closed', async (_, headers, status) => {
  const closed: unknown[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: (reason) => void closed.push(reason) });
  const { response } = await respondTo({ headers }, () => ({
    status: 200,
    headers: new Headers({ ETag: '"one"' }),
    body,
  }));
  expect([response.status, closed.length]).toEqual([status, 1]);
  expect(await response.text()).toEqual(status === 304 ? '' : expect.stringContaining('precondition_failed'));
});

const stranger = { network: '192.0.2.7', site: '192.0.2.7', isProxied: false };
const proxied = { ...stranger, isProxied: true };

test.each([
  ['at once', undefined, []],
  ['at once', stranger, [15]],
  ['at once', proxied, []],
  ['in the same tick', undefined, []],
  ['later', undefined, [0, 180]],
  ['later', stranger, [0, 15]],
  ['later', proxied, [0, 180]],
] as const)('a connection is not idle while its client waits: answered %s, for %j', async (when, client, expected) => {
  const reply = { status: 200, headers: new Headers(), body: null };
  const wait = () => (when === 'later' ? Bun.sleep(5) : Promise.resolve());
  const served = await respondTo({}, () => (when === 'at once' ? reply : wait().then(() => reply)), client);
  expect(served.timeouts).toEqual([...expected]);
  expect(served.response.headers.get('Keep-Alive')).toBe(client === stranger ? 'timeout=15' : 'timeout=180');
  const failed = await respondTo(
    {},
    () => {
      if (when === 'at once') throw new Error('at once');
      return wait().then(() => Promise.reject(new Error('late')));
    },
    client,
  );
  expect(failed.timeouts).toEqual([...expected]);
});
