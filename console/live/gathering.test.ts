import { expect, test } from 'bun:test';
import { createGathering, nextPauseMs } from './gathering.ts';

const options = { pauseMs: 10, longestPauseMs: 40 };

test('a storm of asking is answered a few times, and once after its end', async () => {
  let asked = 0;
  const answered: number[] = [];
  const gathering = createGathering(async () => void answered.push(asked), options);
  for (; asked < 1_000; asked += 1) {
    gathering.ask();
    if (asked % 10 === 0) await Bun.sleep(1);
  }
  await Bun.sleep(100);
  expect(answered.length).toBeLessThan(20);
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
    await Bun.sleep(20);
    atOnce -= 1;
  }, options);
  gathering.ask();
  await Bun.sleep(200);
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
  await Bun.sleep(50);
  expect(turns).toBe(0);
});
