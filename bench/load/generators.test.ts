import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Processes } from '../host/processes.ts';
import { autocannon, wrk } from './generators.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import type { Load } from './load.ts';
import { runLoad } from './run-load.ts';

const asked = new Set<string>();
const processes = new Processes();
const scratchFolder = mkdtempSync(join(tmpdir(), 'petstore-test-bench-'));
let server: Bun.Server<undefined>;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      asked.add(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
      const headers = { 'X-Request-Id': request.headers.get('X-Request-Id') ?? 'none' };
      return new Response('{}', { status: request.method === 'POST' ? 201 : 200, headers });
    },
  });
});

afterAll(async () => {
  await processes.close();
  await server.stop(true);
  rmSync(scratchFolder, { recursive: true, force: true });
});

const load = (): Load => ({
  host: '127.0.0.1',
  port: server.port ?? 0,
  apiKey: 'key',
  request: {
    method: 'GET',
    paths: ['/one/{id}', '/list', '/pages?{page}'],
    headers: {},
    body: '',
    expectedStatus: 200,
    sometimes: {
      oneIn: 4,
      request: { method: 'POST', paths: ['/new'], headers: {}, body: '{"name":"Bella"}', expectedStatus: 201 },
    },
  },
  ids: { first: 7, last: 7 },
  pages: ['limit=11&cursor=a', 'limit=12&cursor=b'],
  connections: 4,
  seconds: 1,
  intervalSeconds: 0.5,
});

const generators = [autocannon, ...(Bun.which('wrk') === null || process.platform !== 'linux' ? [] : [wrk])];

test.each(generators)(
  '$name sends every request of a load, and reports the latencies of each interval',
  async (generator) => {
    asked.clear();
    const loader = { processes, cores: { kind: 'free', reason: 'a test' }, generator, scratchFolder } as const;
    const { requests, unexpectedStatuses, intervals = [] } = await runLoad(loader, load());
    expect([...asked].sort()).toEqual([
      'GET /list',
      'GET /one/7',
      'GET /pages?limit=11&cursor=a',
      'GET /pages?limit=12&cursor=b',
      'POST /new',
    ]);
    expect(unexpectedStatuses).toEqual({});
    const [usual, rare] = (['usual', 'rare'] as const).map((kind) =>
      LatencyHistogram.sumOf(intervals.map((interval) => interval[kind])),
    );
    expect(requests).toBeGreaterThan(0);
    expect(rare?.count).toBeGreaterThan(0);
    expect((usual?.count ?? 0) + (rare?.count ?? 0)).toBe(requests);
    expect(usual?.maxMs).toBeGreaterThan(0);
  },
);
