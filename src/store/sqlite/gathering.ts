/** A batch waits no longer when nothing was added in so many event-loop ticks, which take some microseconds where nothing arrives. */
const maxQuietTicks = 4;

/**
 * How long a batch of writes waits, after the one before, for clients that were just answered. Without waiting for these, clients
 * of a single processor core are in two halves that take turns, with twice as many commits
 * (docs/decisions/0022-workers-write-for-themselves.md).
 */
export class Gathering {
  readonly #maxMs: number;
  #until = 0;
  /** How many writes the batch has if every client that was answered sends the next one. */
  #expected = 0;
  #gathered = 0;
  #quietTicks = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  begin(expected: number): void {
    this.#until = performance.now() + this.#maxMs;
    this.#expected = expected;
    this.#gathered = 0;
    this.#quietTicks = 0;
  }

  /** Whether the batch still waits. Asked once in an event-loop tick, with the number of writes that it has. */
  isOpen(writes: number): boolean {
    this.#quietTicks = writes > this.#gathered ? 0 : this.#quietTicks + 1;
    this.#gathered = writes;
    return performance.now() < this.#until && writes < this.#expected && this.#quietTicks < maxQuietTicks;
  }
}
