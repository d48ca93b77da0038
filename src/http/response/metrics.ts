const bucketsMs = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

/** The requests of one operation. */
interface Series {
  readonly byStatus: Map<number, number>;
  /** Counts per bucket, not cumulative. The last one is for everything above the largest bound. */
  readonly buckets: number[];
  sumMs: number;
}

/** The metrics of one process, or the sum over several. Plain data. */
export interface Measurements {
  /** By operation. */
  requests: ReadonlyMap<string, Series>;
  /** Single values by metric name. Names of counters end in `_total`. */
  values: Readonly<Record<string, number>>;
}

/** Counts requests and durations by operation. Kept to a few additions per request. */
export class RequestMetrics {
  readonly requests = new Map<string, Series>();

  count(operation: string, status: number, durationMs: number): void {
    let series = this.requests.get(operation);
    if (series === undefined) {
      series = newSeries();
      this.requests.set(operation, series);
    }
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    series.sumMs += durationMs;
    let bucket = 0;
    while (bucket < bucketsMs.length && durationMs > (bucketsMs[bucket] ?? 0)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }
}

/** The sum over several processes. */
export function sumMeasurements(all: Iterable<Measurements>): Measurements {
  const requests = new Map<string, Series>();
  const values: Record<string, number> = {};
  for (const one of all) {
    for (const [operation, series] of one.requests) {
      const sum = requests.get(operation) ?? newSeries();
      requests.set(operation, sum);
      addSeries(sum, series);
    }
    for (const [name, value] of Object.entries(one.values)) values[name] = add(values[name] ?? 0, value, 1e6);
  }
  return { requests, values };
}

/** The counters alone: what still counts after a process has ended. */
export function withoutGauges({ requests, values }: Measurements): Measurements {
  return { requests, values: Object.fromEntries(Object.entries(values).filter(([name]) => isCounter(name))) };
}

/** The Prometheus text format, version 0.0.4. */
export function printMeasurements({ requests, values }: Measurements): string {
  const lines = ['# TYPE petstore_http_requests_total counter'];
  for (const [operation, { byStatus }] of requests) {
    for (const [status, count] of byStatus) {
      lines.push(`petstore_http_requests_total{operation="${operation}",status="${status}"} ${count}`);
    }
  }
  lines.push('# TYPE petstore_http_request_duration_seconds histogram');
  for (const [operation, series] of requests) lines.push(...histogram(operation, series));
  for (const [name, value] of Object.entries(values)) {
    lines.push(`# TYPE ${name} ${isCounter(name) ? 'counter' : 'gauge'}`, `${name} ${value}`);
  }
  return `${lines.join('\n')}\n`;
}

function isCounter(name: string): boolean {
  return name.endsWith('_total');
}

function newSeries(): Series {
  return { byStatus: new Map(), buckets: Array(bucketsMs.length + 1).fill(0), sumMs: 0 };
}

function addSeries(sum: Series, { byStatus, buckets, sumMs }: Series): void {
  for (const [status, count] of byStatus) sum.byStatus.set(status, (sum.byStatus.get(status) ?? 0) + count);
  for (const [bucket, count] of buckets.entries()) sum.buckets[bucket] = (sum.buckets[bucket] ?? 0) + count;
  sum.sumMs = add(sum.sumMs, sumMs, 1e3);
}

/**
 * Adds in whole parts of a unit, so that the sum does not depend on the order. Prometheus takes a counter that falls by a
 * rounding error for one that was reset.
 */
function add(sum: number, value: number, parts: number): number {
  return Math.round(sum * parts + Math.round(value * parts)) / parts;
}

function histogram(operation: string, { buckets, sumMs }: Series): string[] {
  const name = 'petstore_http_request_duration_seconds';
  let total = 0;
  const lines = buckets.map((count, index) => {
    total += count;
    const bound = bucketsMs[index];
    return `${name}_bucket{operation="${operation}",le="${bound === undefined ? '+Inf' : bound / 1_000}"} ${total}`;
  });
  return [
    ...lines,
    `${name}_sum{operation="${operation}"} ${sumMs / 1_000}`,
    `${name}_count{operation="${operation}"} ${total}`,
  ];
}

/** The metrics of this process that the operating system reports. */
export function measureProcess() {
  const { user, system } = process.cpuUsage();
  return {
    process_cpu_seconds_total: (user + system) / 1_000_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    process_start_time_seconds: Math.round((Date.now() / 1_000 - process.uptime()) * 1_000) / 1_000,
  };
}
