import { Histogram } from '../../lib/histogram.ts';
import { metricOf, metrics, seriesOf } from './metric-table.ts';

const bucketsSeconds = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * The metrics of one process, or the sum over several: values by series, such as `process_open_fds` or
 * `petstore_errors_total{code="not_found"}`.
 */
export type Measurements = Readonly<Record<string, number>>;

/** Counts requests, durations and errors. Kept to a few additions per request. */
export class RequestMetrics {
  readonly #requests = new Map<string, { byStatus: Map<number, number>; seconds: Histogram }>();
  /** How many responses had a body that the runtime does not send together with the headers. */
  largeBodies = 0;
  readonly #errors = new Map<string, number>();

  countError(code: string): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  count(operation: string, status: number, durationMs: number): void {
    let requests = this.#requests.get(operation);
    if (requests === undefined) {
      requests = { byStatus: new Map(), seconds: new Histogram(bucketsSeconds) };
      this.#requests.set(operation, requests);
    }
    requests.byStatus.set(status, (requests.byStatus.get(status) ?? 0) + 1);
    requests.seconds.observe(durationMs / 1_000);
  }

  measure(): Measurements {
    const measured: Record<string, number> = {};
    for (const [operation, { byStatus, seconds }] of this.#requests) {
      for (const [status, count] of byStatus) {
        measured[seriesOf('petstore_http_requests_total', { operation, status: String(status) })] = count;
      }
      Object.assign(measured, seconds.series('petstore_http_request_duration_seconds', `operation="${operation}"`));
    }
    for (const [code, count] of this.#errors) measured[seriesOf('petstore_errors_total', { code })] = count;
    return measured;
  }
}

/** The sum over several processes. */
export function sumMeasurements(all: Iterable<Measurements>): Measurements {
  const sums: Record<string, number> = {};
  for (const one of all) {
    for (const [series, value] of Object.entries(one)) sums[series] = combine(series, sums[series], value);
  }
  return sums;
}

/** The counters alone: what still counts after a process has ended. */
export function withoutGauges(measured: Measurements): Measurements {
  return Object.fromEntries(Object.entries(measured).filter(([series]) => metricOf(series).metric?.type !== 'gauge'));
}

/** The Prometheus text format, version 0.0.4. */
export function printMeasurements(measured: Measurements): string {
  const seriesOfMetric = Map.groupBy(Object.entries(measured), ([series]) => metricOf(series).name);
  const printed = Object.entries(metrics).flatMap(([name, { type, help }]) => {
    const lines = seriesOfMetric.get(name)?.map(([series, value]) => `${series} ${value}`);
    return lines === undefined ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
  });
  return `${printed.join('\n')}\n`;
}

/**
 * Adds in whole millionths, so that the sum does not depend on the order. Prometheus takes a counter that falls by a
 * rounding error for one that was reset.
 */
function combine(series: string, known: number | undefined, value: number): number {
  if (known === undefined) return value;
  const across = metricOf(series).metric?.across;
  return across === undefined ? Math.round(known * 1e6 + Math.round(value * 1e6)) / 1e6 : Math[across](known, value);
}
