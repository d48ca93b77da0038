/** Something that a load trial has measured. It is reported, and never a violation. */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

/** The figures of one trial, over all of its rounds, in the order in which they are first mentioned. */
export class Figures {
  readonly #values = new Map<string, Times | Count | Extreme>();

  /** Times, of which the 50th and 99th percentiles and the longest are reported. */
  times(name: string): Times {
    return this.#find(name, Times, () => new Times());
  }

  /** Adds to a count. With the time in which it was counted, its rate is reported. */
  count(name: string, more: number, elapsedMs = 0): void {
    const count = this.#find(name, Count, () => new Count());
    count.total += more;
    count.elapsedMs += elapsedMs;
  }

  /** Keeps the largest value of all rounds. */
  largest(name: string, value: number, unit = ''): void {
    const extreme = this.#find(name, Extreme, () => new Extreme(unit));
    extreme.value = Math.max(extreme.value, value);
  }

  list(): Figure[] {
    return [...this.#values].map(([name, value]) => ({ name, value: describe(value) }));
  }

  #find<Value extends Times | Count | Extreme>(
    name: string,
    kind: new (...args: never[]) => Value,
    make: () => Value,
  ): Value {
    const known = this.#values.get(name) ?? make();
    if (!(known instanceof kind)) throw new Error(`"${name}" is another kind of figure`);
    this.#values.set(name, known);
    return known;
  }
}

/** Durations in milliseconds. */
export class Times {
  readonly #values: number[] = [];

  add(values: Iterable<number>): void {
    for (const value of values) this.#values.push(value);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The smallest one that so many percent do not exceed; 0 when there is none. */
  percentile(percent: number): number {
    const sorted = Float64Array.from(this.#values).sort();
    return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
  }
}

class Count {
  total = 0;
  elapsedMs = 0;
}

class Extreme {
  value = 0;
  readonly unit: string;

  constructor(unit: string) {
    this.unit = unit;
  }
}

function describe(value: Times | Count | Extreme): string {
  if (value instanceof Extreme) return `${whole(value.value)} ${value.unit}`.trim();
  if (value instanceof Count) {
    const rate = value.elapsedMs === 0 ? '' : `, ${whole(value.total / (value.elapsedMs / 1_000))} a second`;
    return `${whole(value.total)}${rate}`;
  }
  if (value.count === 0) return 'none';
  const [middle, high, longest] = [50, 99, 100].map((percent) => milliseconds(value.percentile(percent)));
  return `p50 ${middle}, p99 ${high}, max ${longest} ms (${whole(value.count)})`;
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
