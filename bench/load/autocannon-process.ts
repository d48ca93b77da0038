import autocannon from 'autocannon';
import { LatencyHistogram } from './latency-histogram.ts';
import { type Load, type LoadResult, requestHeaders, requestTimeoutSeconds } from './load.ts';

// The load generator as a program of its own, so that it can be put on a core of its own.
const load: Load = JSON.parse(process.argv[2] ?? '');
const { request, ids } = load;

const run = autocannon({
  url: `http://${load.host}:${load.port}`,
  connections: load.connections,
  duration: load.seconds,
  timeout: requestTimeoutSeconds,
  method: request.method,
  headers: requestHeaders(load),
  ...(request.body === '' ? {} : { body: request.body }),
  requests: isFixed()
    ? [{ path: request.paths[0] }]
    : [{ path: request.paths[0], setupRequest: (raw) => ({ ...raw, path: randomPath() }) }],
});

// Its own histogram counts whole milliseconds, which is longer than most answers take.
const latencies = new LatencyHistogram();
const statuses: Record<string, number> = {};
run.on('response', (_client, status, _sizeBytes, latencyMs) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
  latencies.record(latencyMs);
});

const outcome = await run;
const { [request.expectedStatus]: requests = 0, ...unexpectedStatuses } = statuses;
const result: LoadResult = {
  requests,
  durationMs: outcome.duration * 1000,
  latencyP50Ms: latencies.percentile(50),
  latencyP99Ms: latencies.percentile(99),
  unexpectedStatuses,
  connectionErrors: outcome.errors + outcome.timeouts,
};
console.log(JSON.stringify(result));

function isFixed(): boolean {
  return request.paths.length === 1 && !request.paths[0].includes('{id}');
}

function randomPath(): string {
  const path = request.paths[Math.floor(Math.random() * request.paths.length)] ?? request.paths[0];
  const id = ids.first + Math.floor(Math.random() * (ids.last - ids.first + 1));
  return path.replace('{id}', String(id));
}
