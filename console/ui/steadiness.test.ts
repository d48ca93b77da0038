import { expect, test } from 'bun:test';
import { Steadiness, settleMs } from './steadiness.ts';

const at = (x: number, y: number, scrollY = 0) => ({ x, y, scrollX: 0, scrollY });

test('an element that has just appeared is not steady until a moment has passed', () => {
  const steadiness = new Steadiness(at(10, 100), 1_000);
  expect(steadiness.isSteadyAt(1_000)).toBe(false);
  expect(steadiness.isSteadyAt(1_000 + settleMs - 1)).toBe(false);
  expect(steadiness.isSteadyAt(1_000 + settleMs)).toBe(true);
});

test('an element that has just moved in any direction is not steady; a shift of one pixel does not count', () => {
  for (const [x, y] of [
    [10, 147],
    [60, 100],
    [10, 53],
  ] as const) {
    const steadiness = new Steadiness(at(10, 100), 0);
    expect(steadiness.moveTo(at(x, y), 5_000)).toBe(true);
    expect(steadiness.isSteadyAt(5_100)).toBe(false);
    expect(steadiness.isSteadyAt(5_000 + settleMs)).toBe(true);
  }
  const still = new Steadiness(at(10, 100), 0);
  expect(still.moveTo(at(10, 101), 5_000)).toBe(false);
  expect(still.isSteadyAt(5_100)).toBe(true);
});

test('an element whose meaning has just changed is not steady', () => {
  const steadiness = new Steadiness(at(10, 100), 0);
  steadiness.change(5_000);
  expect(steadiness.isSteadyAt(5_100)).toBe(false);
});

test('scrolling is not movement, but moving during a scroll is', () => {
  const scrolled = new Steadiness(at(10, 400), 0);
  expect(scrolled.moveTo(at(10, 100, 300), 5_000)).toBe(false);
  expect(scrolled.moveTo(at(10, 100, 347), 6_000)).toBe(false);
  expect(scrolled.isSteadyAt(6_100)).toBe(true);
  expect(scrolled.moveTo(at(10, 0, 400), 7_000)).toBe(true);
});
