import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { maxTimerMs } from './options.ts';
import { repeatBackups, sleepFor } from './repeated-backups.ts';

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

test('backups go on after one that fails, and after the folder was away', async () => {
  const scratch = makeScratchFolder();
  const folder = join(scratch.path, 'backups');
  const stopping = new AbortController();
  const failures: string[] = [];
  const intervals: number[] = [];
  const old = [1, 2, 3].map((day) => `petstore-2025-01-0${day}T00-00-00Z.db`);
  const backups = [
    () => undefined,
    () => {
      mkdirSync(folder);
      // In a container the killed process had the id that this one has.
      const abandoned = `${old[0]}.${process.pid}.partial`;
      for (const name of [...old, 'mine.db', abandoned, `${abandoned}-wal`]) writeFileSync(join(folder, name), '');
      throw new Error('the disk is full');
    },
    () => stopping.abort(),
  ];
  await repeatBackups({
    ...{ folder, intervalMs: 60_000, kept: 2, signal: stopping.signal },
    backUp: async () => backups[intervals.length]?.(),
    onFailure: (error, path) => failures.push(`${path === undefined ? '' : 'a backup: '}${error}`),
    sleep: async (ms) => void intervals.push(ms),
  });
  expect(intervals).toEqual([60_000, 60_000, 60_000]);
  expect(failures).toEqual([expect.stringMatching(/ENOENT.*backups/), 'a backup: Error: the disk is full']);
  expect(readdirSync(folder).sort()).toEqual(['mine.db', ...old.slice(1)]);
  rmSync(scratch.path, { recursive: true });
});
