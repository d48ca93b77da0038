import { escapeLabel, type MetricName, metricOf, metrics, seriesOf } from './metric-table.ts';

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
  /** Other values by series, such as `process_open_fds` or `petstore_errors_total{code="not_found"}`. */
  values: Readonly<Record<string, number>>;
}

/** Counts requests, durations and errors. Kept to a few additions per request. */
export class RequestMetrics {
  readonly requests = new Map<string, Series>();
  /** How many responses had a body that the runtime does not send together with the headers. */
  largeBodies = 0;
  readonly #errors = new Map<string, number>();

  countError(code: string): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  /** The series of the errors by code. */
  get errors(): Record<string, number> {
    return Object.fromEntries(
      [...this.#errors].map(([code, count]) => [seriesOf('petstore_errors_total', { code }), count]),
    );
  }

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
    for (const [series, value] of Object.entries(one.values)) values[series] = combine(series, values[series], value);
  }
  return { requests, values };
}

/** The counters alone: what still counts after a process has ended. */
export function withoutGauges({ requests, values }: Measurements): Measurements {
  const isCounter = (series: string) => metricOf(series).metric?.type !== 'gauge';
  return { requests, values: Object.fromEntries(Object.entries(values).filter(([series]) => isCounter(series))) };
}

/** The Prometheus text format, version 0.0.4. */
export function printMeasurements({ requests, values }: Measurements): string {
  const linesOf = Map.groupBy(
    [
      ...[...requests].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(([status, count]) =>
          line(seriesOf('petstore_http_requests_total', { operation, status: String(status) }), count),
        ),
      ),
      ...[...requests].flatMap(([operation, series]) => histogram(operation, series)),
      ...Object.entries(values).map(([series, value]) => line(series, value)),
    ],
    (text) => metricOf(text.replace(/ [^ ]*$/, '')).name,
  );
  const names = Object.keys(metrics) as MetricName[];
  const printed = names.flatMap((name) => {
    const lines = linesOf.get(name);
    const { type, help } = metrics[name];
    return lines === undefined ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
  });
  return `${printed.join('\n')}\n`;
}

const line = (series: string, value: number) => `${series} ${value}`;

function combine(series: string, known: number | undefined, value: number): number {
  if (known === undefined) return value;
  const across = metricOf(series).metric?.across;
  return across === undefined ? add(known, value, 1e6) : Math[across](known, value);
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
  const label = `operation="${escapeLabel(operation)}"`;
  let total = 0;
  const lines = buckets.map((count, index) => {
    total += count;
    const bound = bucketsMs[index];
    return `${name}_bucket{${label},le="${bound === undefined ? '+Inf' : bound / 1_000}"} ${total}`;
  });
  return [...lines, `${name}_sum{${label}} ${sumMs / 1_000}`, `${name}_count{${label}} ${total}`];
}
