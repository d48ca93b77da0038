/** A source of choices that are always the same for the same seed. */
export class Random {
  readonly #seed: number | string;
  #state: number;

  constructor(seed: number | string) {
    this.#seed = seed;
    this.#state = typeof seed === 'number' ? seed : Number(Bun.hash.xxHash64(seed) & 0xffff_ffffn);
  }

  /** An independent sequence, so that concurrent users do not change each other's choices. */
  fork(label: string): Random {
    return new Random(`${this.#seed}/${label}`);
  }

  /** At least 0 and less than 1 (the generator mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** At least `low` and less than `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number, at least `low` and at most `high`. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Whether something with this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error if there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }
}
