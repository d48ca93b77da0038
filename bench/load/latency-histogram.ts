const bucketMs = 0.01;
const bucketCount = 1_000_000;

/** Latencies up to ten seconds, exact to a hundredth of a millisecond; longer ones count as ten seconds. */
export class LatencyHistogram {
  readonly #buckets = new Uint32Array(bucketCount);
  #count = 0;

  record(latencyMs: number): void {
    const bucket = Math.min(bucketCount - 1, Math.floor(latencyMs / bucketMs));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  percentile(percent: number): number {
    const rank = (this.#count * percent) / 100;
    let seen = 0;
    const bucket = this.#buckets.findIndex((count) => {
      seen += count;
      return seen >= rank && seen > 0;
    });
    return Math.max(0, bucket) * bucketMs;
  }
}
