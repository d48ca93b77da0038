const bucketsMs = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000];

interface Series {
  readonly byStatus: Map<number, number>;
  /** Per bucket, not yet added up; the last one is what is slower than all. */
  readonly buckets: number[];
  sumMs: number;
}

/** Counts requests by operation and status, and how long they took, in plain numbers: a request pays for two additions. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();

  count(operation: string, status: number, durationMs: number): void {
    let series = this.#series.get(operation);
    if (series === undefined) {
      series = { byStatus: new Map(), buckets: Array(bucketsMs.length + 1).fill(0), sumMs: 0 };
      this.#series.set(operation, series);
    }
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    series.sumMs += durationMs;
    let bucket = 0;
    while (bucket < bucketsMs.length && durationMs > (bucketsMs[bucket] ?? 0)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  /** The Prometheus text format, version 0.0.4. `gauges` are further values by their name. */
  print(gauges: Record<string, number>): string {
    const lines = ['# TYPE petstore_http_requests_total counter'];
    for (const [operation, { byStatus }] of this.#series) {
      for (const [status, count] of byStatus) {
        lines.push(`petstore_http_requests_total{operation="${operation}",status="${status}"} ${count}`);
      }
    }
    lines.push('# TYPE petstore_http_request_duration_seconds histogram');
    for (const [operation, series] of this.#series) lines.push(...histogram(operation, series));
    for (const [name, value] of Object.entries(gauges)) {
      lines.push(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`, `${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
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
