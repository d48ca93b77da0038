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
const { request, ids, pages, intervalSeconds } = load;
const expected = expectedStatuses(request);

const startedAt = performance.now();
const run = autocannon({
  url: `http://${load.host}:${load.port}`,
  connections: load.connections,
  duration: load.seconds,
  timeout: requestTimeoutSeconds,
  requests: [isFixed(request) ? rawRequest(request) : { ...rawRequest(request), setupRequest: toRandom }],
});

// Its own histogram counts whole milliseconds, which is longer than most answers take.
const latencies = new LatencyHistogram();
const intervals: { usual: LatencyHistogram; rare: LatencyHistogram }[] = [];
const statuses: Record<string, number> = {};
run.on('response', (_client, status, _sizeBytes, latencyMs) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
  latencies.record(latencyMs);
  if (intervalSeconds !== undefined) recordInInterval(intervalSeconds, status, latencyMs);
});

const outcome = await run;
const unexpectedStatuses = Object.fromEntries(
  Object.entries(statuses).filter(([status]) => !expected.includes(Number(status))),
);
const result: LoadResult = {
  requests: expected.reduce((sum, status) => sum + (statuses[status] ?? 0), 0),
  durationMs: outcome.duration * 1000,
  latencyP50Ms: latencies.percentileMs(50) ?? 0,
  latencyP99Ms: latencies.percentileMs(99) ?? 0,
  unexpectedStatuses,
  connectionErrors: outcome.errors + outcome.timeouts,
  ...(intervalSeconds !== undefined && {
    intervals: intervals.map(({ usual, rare }) => ({ usual: usual.toJSON(), rare: rare.toJSON() })),
  }),
};
console.log(JSON.stringify(result));

function recordInInterval(seconds: number, status: number, latencyMs: number): void {
  const index = Math.floor((performance.now() - startedAt) / (1_000 * seconds));
  while (intervals.length <= index) intervals.push({ usual: new LatencyHistogram(), rare: new LatencyHistogram() });
  if (status === expected[0]) intervals[index]?.usual.record(latencyMs);
  else if (status === expected[1]) intervals[index]?.rare.record(latencyMs);
}

/** Leaves in it what autocannon has put there, such as the host. */
function toRandom(raw: RawRequest): RawRequest {
  const { sometimes } = request;
  const isRare = sometimes !== undefined && Math.random() * sometimes.oneIn < 1;
  return { ...raw, ...rawRequest(isRare ? sometimes.request : request) };
}

function rawRequest(template: RequestTemplate): RawRequest {
  const { method, paths, body } = template;
  const id = ids.first + Math.floor(Math.random() * (ids.last - ids.first + 1));
  const path = (anyOf(paths) ?? paths[0]).replace('{id}', String(id)).replace('{page}', anyOf(pages) ?? '');
  return { method, path, headers: requestHeaders(load, template), body };
}

function anyOf(texts: readonly string[]): string | undefined {
  return texts[Math.floor(Math.random() * texts.length)];
}
