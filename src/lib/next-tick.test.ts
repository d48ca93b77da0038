import { expect, test } from 'bun:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { isCrowded, nextTurn, oncePerTick } from './next-tick.ts';

test('a function that is scheduled several times in a tick runs once, at its end; by itself, in the next tick', async () => {
  let runs = 0;
  const schedule = oncePerTick(() => {
    runs++;
    if (runs < 3) schedule();
  });
  schedule();
  schedule();
  expect(runs).toBe(0);
  for (const expected of [1, 2, 3, 3]) {
    await nextTick();
    expect(runs).toBe(expected);
  }
});

test('work in steps takes one step in each tick, in turn, however much of it there is', async () => {
  const steps: string[] = [];
  const work = async (name: string) => {
    for (const step of [1, 2]) {
      await nextTurn();
      steps.push(`${name}${step}`);
    }
  };
  const works = Promise.all(['a', 'b', 'c'].map(work));
  const seen: number[] = [];
  for (let tick = 0; tick < 7; tick++) {
    await nextTick();
    seen.push(steps.length);
  }
  await works;
  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 6]);
});

test('work in steps learns when very much of it waits', async () => {
  const waits = Array.from({ length: 99 }, nextTurn);
  expect(isCrowded()).toBe(false);
  waits.push(nextTurn());
  expect(isCrowded()).toBe(true);
  await Promise.all(waits);
  expect(isCrowded()).toBe(false);
});
