import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { createGathering, nextPauseMs } from './gathering.ts';

const options = { pauseMs: 10, longestPauseMs: 40 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Lets so much time pass, and whatever waits for a promise go on after each millisecond. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}

test('a storm of asking is answered a few times, and once after its end', async () => {
  let asked = 0;
  const answered: number[] = [];
  const gathering = createGathering(async () => void answered.push(asked), options);
  for (; asked < 1_000; asked += 1) {
    gathering.ask();
    if (asked % 5 === 0) await pass(1);
  }
  await pass(40);
  // After 10, 20 and 40 ms, then every 40 ms of the 200 that it took, and once more.
  expect(answered.length).toBe(7);
  expect(answered.at(-1)).toBe(1_000);
});

test('whoever asks again and again is answered ever more slowly, and soon again when it has fallen quiet', () => {
  const pauses = [0, 250, 500, 1_000, 2_000, 4_000, 5_000];
  const bounds = { pauseMs: 250, longestPauseMs: 5_000 };
  const next = pauses.map((lastMs) => nextPauseMs(bounds, lastMs, lastMs === 0 ? Number.POSITIVE_INFINITY : 4_999));
  expect(next).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(pauses.map((lastMs) => nextPauseMs(bounds, lastMs, 5_000))).toEqual(pauses.map(() => 250));
});

test('what is asked for while the work is being done is done afterwards, and never at the same time', async () => {
  let atOnce = 0;
  let most = 0;
  let turns = 0;
  const gathering = createGathering(async () => {
    most = Math.max(most, ++atOnce);
    if (++turns === 1) gathering.ask();
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
  }, options);
  gathering.ask();
  await pass(200);
  expect([most, turns]).toEqual([1, 2]);
});

test('after its end nothing is done', async () => {
  let turns = 0;
  const gathering = createGathering(async () => {
    turns += 1;
  }, options);
  gathering.ask();
  gathering.end();
  gathering.ask();
  await pass(50);
  expect(turns).toBe(0);
});
