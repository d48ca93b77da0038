import os from 'node:os';
import { StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { hourMs, minuteMs } from '../lib/timestamp.ts';
import { describeSkew, readSkew } from '../record/clock.ts';
import type { Store } from '../store/store.ts';

const syncIntervalMs = 10_000;
/** Beyond it, keys would expire and repeated requests be forgotten at the wrong time on every node. */
const maxSkewMs = hourMs;

/**
 * Compares this machine's clock with the database's.
 * @throws StartError when they are so far apart that this node would disturb the others
 */
export async function requireUsableClock(store: Store, now: number): Promise<void> {
  const skewMs = await readSkew(store, now);
  if (Math.abs(skewMs) <= maxSkewMs) return;
  throw new StartError(
    `this machine's clock is ${describeSkew(skewMs)} the database's; set the clock, then start again`,
  );
}

export interface ServiceClock extends PeriodicJob {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Starts the clock of a process. Its reference is the clock of the database, where there is one, so that all nodes agree on
 * what has expired and what is due. `machine` is the clock of this machine.
 */
export async function startServiceClock(
  store: Store,
  log: Log,
  { intervalMs = syncIntervalMs, machine = Date.now } = {},
): Promise<ServiceClock> {
  const readReference = async () => {
    const skewMs = await readSkew(store, machine());
    return machine() - skewMs;
  };
  const clock = createSteadyClock(await readReference());
  let hasJumped = false;
  const compare = async () => {
    // While the database is away, the clock goes on by itself.
    const reference = await readReference().catch(() => undefined);
    const jumpMs = reference === undefined ? 0 : clock.follow(reference);
    if (jumpMs !== 0 && !hasJumped) {
      const seconds = Math.round(jumpMs / 1_000);
      log.warn('the clock has jumped; it is followed after an hour, or after a restart', { seconds });
    }
    hasJumped = jumpMs !== 0;
  };
  const failure = 'could not compare the clock';
  return { now: clock.now, ...startPeriodicJob(compare, { intervalMs, log, failure }) };
}

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
