import { expect, test } from 'bun:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { oncePerTick } from './next-tick.ts';

test('runs a function that is scheduled several times in one tick once, at the end of the tick', async () => {
  let runs = 0;
  const schedule = oncePerTick(() => runs++);
  schedule();
  schedule();
  expect(runs).toBe(0);
  await nextTick();
  expect(runs).toBe(1);
  await nextTick();
  expect(runs).toBe(1);
});

test('runs a function that schedules itself again in the next tick', async () => {
  let runs = 0;
  const schedule = oncePerTick(() => {
    runs++;
    if (runs < 3) schedule();
  });
  schedule();
  for (const expected of [1, 2, 3, 3]) {
    await nextTick();
    expect(runs).toBe(expected);
  }
});
