import { expect, test } from 'bun:test';
import { maxTimerMs } from '../../options.ts';
import { type RepeatedBackups, repeatBackups, sleepFor } from './repeated-backups.ts';

const dayMs = 86_400_000;

test('a sleep is no longer than a timer can be, and is repeated until all of its time is over', async () => {
  const slept = async (ms: number, signal = new AbortController().signal) => {
    const timers: number[] = [];
    await sleepFor(ms, signal, async (timer) => void timers.push(timer));
    return timers;
  };
  expect(maxTimerMs).toBe(2_147_483_647);
  expect(await slept(1_000)).toEqual([1_000]);
  expect(await slept(24 * dayMs)).toEqual([24 * dayMs]);
  expect(await slept(25 * dayMs)).toEqual([maxTimerMs, 25 * dayMs - maxTimerMs]);
  const timers = await slept(365 * dayMs);
  expect([timers.length, timers.reduce((sum, timer) => sum + timer, 0)]).toEqual([15, 365 * dayMs]);
  expect(await slept(365 * dayMs, AbortSignal.abort())).toEqual([]);
});

test('a sleep ends when it is aborted', async () => {
  const stopping = new AbortController();
  const sleeping = sleepFor(365 * dayMs, stopping.signal);
  stopping.abort();
  await sleeping;
});

/** Lets three backups happen, each of which takes a second, and returns when they began and what was slept. */
async function repeat(options: Partial<RepeatedBackups>) {
  const stopping = new AbortController();
  const began: number[] = [];
  const slept: number[] = [];
  let time = 1_000_000;
  await repeatBackups({
    intervalMs: 60_000,
    signal: stopping.signal,
    findLast: async () => undefined,
    backUp: async (at) => {
      if (began.push(at) === 3) stopping.abort();
      time += 1_000;
    },
    onFailure: () => undefined,
    now: () => time,
    sleep: async (ms) => {
      slept.push(ms);
      time += Math.max(0, ms);
    },
    ...options,
  });
  return { began, slept };
}

test('backups go on after one that fails, also where the newest one cannot be found', async () => {
  const failures: string[] = [];
  let count = 0;
  const stopping = new AbortController();
  const { slept } = await repeat({
    signal: stopping.signal,
    findLast: () => Promise.reject(new Error('the folder is away')),
    backUp: async () => {
      if (++count === 3) stopping.abort();
      if (count === 2) throw new Error('the disk is full');
    },
    onFailure: (error, at) => failures.push(`${at}: ${error}`),
  });
  expect([count, slept, failures]).toEqual([3, [60_000, 60_000, 60_000], ['1060000: Error: the disk is full']]);
});

test('a restart waits for the rest of the interval since the newest backup', async () => {
  expect((await repeat({})).began).toEqual([1_000_000, 1_061_000, 1_122_000]);
  const restarted = await repeat({ findLast: async (now) => now - 15_000 });
  expect(restarted.slept[0]).toBe(45_000);
  expect(restarted.began[0]).toBe(1_045_000);
  const late = await repeat({ findLast: async (now) => now - 500_000 });
  expect(late.began[0]).toBe(1_000_000);
});
