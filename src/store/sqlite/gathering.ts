/** A batch waits no longer when nothing was added in so many event-loop ticks, which take some microseconds where nothing arrives. */
const maxQuietTicks = 4;

/**
 * How long a batch of writes waits, after the one before, for clients that were just answered. Without waiting for these, clients
 * of a single processor core are in two halves that take turns, with twice as many commits
 * (docs/decisions/0022-workers-write-for-themselves.md). It holds requests meanwhile whose writes could not be sent sooner either.
 */
export class Gathering {
  readonly #maxMs: number;
  #until = 0;
  /** How many writes the batch has if every client that was answered sends the next one. */
  #expected = 0;
  #gathered = 0;
  #quietTicks = 0;
  #held: ((value: undefined) => void)[] = [];

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** How many requests it holds. */
  get held(): number {
    return this.#held.length;
  }

  begin(expected: number): void {
    this.#until = performance.now() + this.#maxMs;
    this.#expected = expected;
    this.#gathered = 0;
    this.#quietTicks = 0;
  }

  /** Whether the batch still waits. Asked once in an event-loop tick, with the number of writes that it has. */
  isOpen(writes: number): boolean {
    const gathered = writes + this.held;
    this.#quietTicks = gathered > this.#gathered ? 0 : this.#quietTicks + 1;
    this.#gathered = gathered;
    return performance.now() < this.#until && gathered < this.#expected && this.#quietTicks < maxQuietTicks;
  }

  /** Resolves when the request may go on. */
  hold(): Promise<undefined> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Lets the requests go on that it has held longest. */
  release(count = this.held): void {
    for (const resolve of this.#held.splice(0, count)) resolve(undefined);
  }
}
