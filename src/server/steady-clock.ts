import os from 'node:os';
import { hourMs, minuteMs } from '../lib/timestamp.ts';

const toleratedMs = minuteMs;
const adoptAfterMs = hourMs;

export interface SteadyClockSources {
  /** Milliseconds since any moment, never set; stands still while the machine sleeps. */
  monotonic?: () => number;
  /** The same, but goes on while the machine sleeps. It may be imprecise. */
  uptime?: () => number;
}

/**
 * A clock that follows a reference clock, but not its jumps: what has expired or is due must not depend on a clock that was
 * set wrong for a moment. It follows a jump of more than a minute only when that has lasted for an hour.
 * @param reference the time of the reference clock now, in epoch milliseconds
 */
export function createSteadyClock(
  reference: number,
  { monotonic = () => performance.now(), uptime: up = () => os.uptime() * 1_000 }: SteadyClockSources = {},
) {
  /** The time in epoch milliseconds at a moment of the monotonic clock. */
  let base = { epoch: reference, monotonic: monotonic(), uptime: up() };
  let jump: { byMs: number; since: number } | undefined;
  const now = () => Math.floor(base.epoch + monotonic() - base.monotonic);
  const set = (epoch: number) => {
    base = { epoch, monotonic: monotonic(), uptime: up() };
    jump = undefined;
    return 0;
  };
  return {
    /** Epoch milliseconds. */
    now,
    /** Compares itself with the reference clock. Returns by how many milliseconds that has jumped; 0 if it is followed. */
    follow(epoch: number): number {
      const moment = monotonic();
      const sleptMs = up() - base.uptime - (moment - base.monotonic);
      const byMs = epoch - now() - (Math.abs(sleptMs) > toleratedMs ? sleptMs : 0);
      if (Math.abs(byMs) <= toleratedMs) return set(epoch);
      if (jump === undefined || Math.abs(byMs - jump.byMs) > toleratedMs) jump = { byMs, since: moment };
      return moment - jump.since < adoptAfterMs ? byMs : set(epoch);
    },
  };
}
