export class Histogram {
  /** Upper bounds of the buckets, ascending. */
  readonly #bounds: readonly number[];
  /** Not cumulative. The last one is for everything above the largest bound. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  /** Its series by name and labels, in the Prometheus text format; the buckets are cumulative. */
  series(name: string, label?: string): Record<string, number> {
    const series: Record<string, number> = {};
    const [before, alone] = label === undefined ? ['', ''] : [`${label},`, `{${label}}`];
    let total = 0;
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      series[`${name}_bucket{${before}le="${this.#bounds[index] ?? '+Inf'}"}`] = total;
    }
    return { ...series, [`${name}_sum${alone}`]: this.#sum, [`${name}_count${alone}`]: total };
  }
}
