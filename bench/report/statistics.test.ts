import { expect, test } from 'bun:test';
import { ratioOf, spreadOf } from './statistics.ts';

test('the median of an even number of figures is the mean of the middle two; missing figures are left out', () => {
  expect(spreadOf([4, null, 1, 2, 9])).toEqual({ median: 3, min: 1, max: 9 });
  expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
  expect(spreadOf([null])).toBeUndefined();
});

test('ratios are computed round by round, without rounds in which the other has no figure', () => {
  expect(ratioOf([10, 40, 5], [10, 20, 0])).toEqual({ median: 1.5, min: 1, max: 2 });
  expect(ratioOf([10, null], [null, 20])).toBeUndefined();
});
