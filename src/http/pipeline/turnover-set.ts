/** Fewer deletions are not worth a copy. */
const minDeletions = 64;

/**
 * A set whose values come and go by the thousand, such as the requests in progress.
 *
 * What it works around: when a `Set` or `Map` of the runtime changes its size or is cleared, its old table refers to the new
 * one. A garbage collection of the young generation takes all tables of the old generation for alive, and with them the later
 * ones and whatever these held, so that it takes many times as long (bench/README.md, "Garbage collection"). So the set is
 * replaced by a copy of itself from time to time.
 *
 * When it goes: once `BUN_JSC_logGC=1` shows no such collections with a plain `Set` in its place.
 */
export class TurnoverSet<Value> implements Iterable<Value> {
  #values = new Set<Value>();
  #deletions = 0;

  get size(): number {
    return this.#values.size;
  }

  has(value: Value): boolean {
    return this.#values.has(value);
  }

  add(value: Value): void {
    this.#values.add(value);
  }

  delete(value: Value): void {
    if (!this.#values.delete(value)) return;
    this.#deletions++;
    if (this.#deletions >= minDeletions + this.size) this.#replaceBy(new Set(this.#values));
  }

  clear(): void {
    this.#replaceBy(new Set());
  }

  /** In the order in which they were added. What is deleted during an iteration may still come, and what is added may not. */
  [Symbol.iterator](): Iterator<Value> {
    return this.#values.values();
  }

  #replaceBy(values: Set<Value>): void {
    this.#values = values;
    this.#deletions = 0;
  }
}
