import autocannon, { type RawRequest } from 'autocannon';
import type { RequestTemplate } from '../scenarios/scenario.ts';
import { LatencyHistogram } from './latency-histogram.ts';
import {
  expectedStatuses,
  isFixed,
  type Load,
  type LoadResult,
  requestHeaders,
  requestTimeoutSeconds,
} from './load.ts';

// The load generator as a program of its own, so that it can be put on a core of its own.
const load: Load = await Bun.file(process.argv[2] ?? '').json();
const { request, ids } = load;

const run = autocannon({
  url: `http://${load.host}:${load.port}`,
  connections: load.connections,
  duration: load.seconds,
  timeout: requestTimeoutSeconds,
  requests: [isFixed(request) ? rawRequest(request) : { ...rawRequest(request), setupRequest: toRandom }],
});

// Its own histogram counts whole milliseconds, which is longer than most answers take.
const latencies = new LatencyHistogram();
const statuses: Record<string, number> = {};
run.on('response', (_client, status, _sizeBytes, latencyMs) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
  latencies.record(latencyMs);
});

const outcome = await run;
const expected = expectedStatuses(request).map(String);
const unexpectedStatuses = Object.fromEntries(
  Object.entries(statuses).filter(([status]) => !expected.includes(status)),
);
const result: LoadResult = {
  requests: expected.reduce((sum, status) => sum + (statuses[status] ?? 0), 0),
  durationMs: outcome.duration * 1000,
  latencyP50Ms: latencies.percentile(50),
  latencyP99Ms: latencies.percentile(99),
  unexpectedStatuses,
  connectionErrors: outcome.errors + outcome.timeouts,
};
console.log(JSON.stringify(result));

/** Leaves in it what autocannon has put there, such as the host. */
function toRandom(raw: RawRequest): RawRequest {
  const { sometimes } = request;
  const isRare = sometimes !== undefined && Math.random() * sometimes.oneIn < 1;
  return { ...raw, ...rawRequest(isRare ? sometimes.request : request) };
}

function rawRequest(template: RequestTemplate): RawRequest {
  const { method, paths, body } = template;
  const path = paths[Math.floor(Math.random() * paths.length)] ?? paths[0];
  const id = ids.first + Math.floor(Math.random() * (ids.last - ids.first + 1));
  return { method, path: path.replace('{id}', String(id)), headers: requestHeaders(load, template), body };
}
