import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { createThrottle, nextDelayMs } from './throttle.ts';

const options = { delayMs: 10, maxDelayMs: 40 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Advances the time, and runs pending promises after each millisecond. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}

test('a burst of requests runs the work a few times, and once after the burst', async () => {
  let requested = 0;
  const runs: number[] = [];
  const throttle = createThrottle(async () => void runs.push(requested), options);
  for (; requested < 1_000; requested += 1) {
    throttle.request();
    if (requested % 5 === 0) await pass(1);
  }
  await pass(40);
  // After 10, 20 and 40 ms, then every 40 ms until 200 ms, and once more.
  expect(runs.length).toBe(7);
  expect(runs.at(-1)).toBe(1_000);
});

test('the delay doubles while requests keep coming, and resets after they stop', () => {
  const pauses = [0, 250, 500, 1_000, 2_000, 4_000, 5_000];
  const bounds = { delayMs: 250, maxDelayMs: 5_000 };
  const next = pauses.map((lastMs) => nextDelayMs(bounds, lastMs, lastMs === 0 ? Number.POSITIVE_INFINITY : 4_999));
  expect(next).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(pauses.map((lastMs) => nextDelayMs(bounds, lastMs, 5_000))).toEqual(pauses.map(() => 250));
});

test('a request during the work runs it again afterwards, never concurrently', async () => {
  let atOnce = 0;
  let most = 0;
  let turns = 0;
  const throttle = createThrottle(async () => {
    most = Math.max(most, ++atOnce);
    if (++turns === 1) throttle.request();
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
  }, options);
  throttle.request();
  await pass(200);
  expect([most, turns]).toEqual([1, 2]);
});

test('a stopped throttle runs nothing', async () => {
  let turns = 0;
  const throttle = createThrottle(async () => {
    turns += 1;
  }, options);
  throttle.request();
  throttle.stop();
  throttle.request();
  await pass(50);
  expect(turns).toBe(0);
});
