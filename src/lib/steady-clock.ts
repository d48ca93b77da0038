import { uptime } from 'node:os';

const toleratedMs = 60_000;
const adoptAfterMs = 60 * 60_000;

export interface SteadyClockSources {
  /** Milliseconds since any moment, never set; stands still while the machine sleeps. */
  monotonic?: () => number;
  /** The same, but goes on while the machine sleeps. It may be imprecise. */
  uptime?: () => number;
}

/**
 * A clock that follows a reference clock, but not its jumps: what has expired or is due must not depend on a clock that was
 * set wrong for a moment. It follows a jump of more than a minute only when that has lasted for an hour.
 */
export class SteadyClock {
  readonly #monotonic: () => number;
  readonly #uptime: () => number;
  /** The time in epoch milliseconds at a moment of the monotonic clock. */
  #base: { epoch: number; monotonic: number; uptime: number };
  #jump: { byMs: number; since: number } | undefined;

  /** @param reference the time of the reference clock now, in epoch milliseconds */
  constructor(
    reference: number,
    { monotonic = () => performance.now(), uptime: up = () => uptime() * 1_000 }: SteadyClockSources = {},
  ) {
    this.#monotonic = monotonic;
    this.#uptime = up;
    this.#base = { epoch: reference, monotonic: monotonic(), uptime: up() };
  }

  /** Epoch milliseconds. */
  readonly now = (): number => Math.floor(this.#base.epoch + this.#monotonic() - this.#base.monotonic);

  /** Compares itself with the reference clock. Returns by how many milliseconds that has jumped; 0 if it is followed. */
  follow(reference: number): number {
    const monotonic = this.#monotonic();
    const sleptMs = this.#uptime() - this.#base.uptime - (monotonic - this.#base.monotonic);
    const byMs = reference - this.now() - (Math.abs(sleptMs) > toleratedMs ? sleptMs : 0);
    if (Math.abs(byMs) <= toleratedMs) return this.#set(reference);
    if (this.#jump === undefined || Math.abs(byMs - this.#jump.byMs) > toleratedMs) {
      this.#jump = { byMs, since: monotonic };
    }
    return monotonic - this.#jump.since < adoptAfterMs ? byMs : this.#set(reference);
  }

  #set(epoch: number): 0 {
    this.#base = { epoch, monotonic: this.#monotonic(), uptime: this.#uptime() };
    this.#jump = undefined;
    return 0;
  }
}
