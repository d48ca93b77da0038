import { setTimeout as sleepOnce } from 'node:timers/promises';
import { maxTimerMs } from '../../options.ts';

export interface RepeatedBackups {
  intervalMs: number;
  /** Ends the repetition. */
  signal: AbortSignal;
  /** When the newest backup was made, in epoch milliseconds and not after `now`; `undefined` if there is none. */
  findLast: (now: number) => Promise<number | undefined>;
  backUp: (at: number) => Promise<void>;
  /** Reports a failure, after which the repetition goes on. */
  onFailure: (error: unknown, at: number) => void;
  now?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Makes a backup after each interval, the first one when that since the newest backup is over: a restart makes none more. A
 * failure, such as a full disk or a folder that is away, ends nothing.
 */
export async function repeatBackups(options: RepeatedBackups): Promise<void> {
  const { intervalMs, signal, findLast, backUp, onFailure, now = Date.now, sleep = sleepFor } = options;
  const last = await findLast(now()).catch(() => undefined);
  if (last !== undefined) await sleep(last + intervalMs - now(), signal);
  while (!signal.aborted) {
    const at = now();
    await backUp(at).catch((error) => onFailure(error, at));
    await sleep(intervalMs, signal);
  }
}

type Timer = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>;

/** Sleeps for any time, until the signal is aborted. */
export async function sleepFor(ms: number, signal: AbortSignal, sleep: Timer = sleepOnce): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= maxTimerMs) {
    await sleep(Math.min(left, maxTimerMs), undefined, { signal }).catch(() => undefined);
  }
}
