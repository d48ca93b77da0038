/** Each bucket is one hundredth wider than the one before it: a latency that is read from one is exact to 1 %. */
export const bucketGrowth = 1.01;

/** A histogram as it crosses between processes and stands in files: the buckets in which something lies. */
export interface HistogramCounts {
  readonly maxMs: number;
  readonly counts: readonly (readonly [bucket: number, count: number])[];
}

/** Latencies, of which the longest is kept exactly. Several can be added up to one. */
export class LatencyHistogram {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #maxMs = 0;

  static sumOf(parts: Iterable<HistogramCounts>): LatencyHistogram {
    const sum = new LatencyHistogram();
    for (const { counts, maxMs } of parts) {
      for (const [bucket, count] of counts) sum.#add(bucket, count, maxMs);
    }
    return sum;
  }

  get count(): number {
    return this.#count;
  }

  /** 0 when there is none. */
  get maxMs(): number {
    return this.#maxMs;
  }

  record(latencyMs: number): void {
    const microseconds = Math.max(1, latencyMs * 1_000);
    this.#add(Math.floor(Math.log(microseconds) / Math.log(bucketGrowth)), 1, latencyMs);
  }

  /** So many percent took no longer. Null when there is none. */
  percentileMs(percent: number): number | null {
    const rank = Math.max(1, Math.ceil((this.#count * percent) / 100));
    let seen = 0;
    for (const [bucket, count] of this.#sorted()) {
      seen += count;
      if (seen >= rank) return Math.min(this.#maxMs, bucketGrowth ** (bucket + 1) / 1_000);
    }
    return null;
  }

  toJSON(): HistogramCounts {
    return { maxMs: this.#maxMs, counts: this.#sorted() };
  }

  #add(bucket: number, count: number, maxMs: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
    this.#count += count;
    this.#maxMs = Math.max(this.#maxMs, maxMs);
  }

  #sorted(): [bucket: number, count: number][] {
    return [...this.#counts].sort(([one], [other]) => one - other);
  }
}
