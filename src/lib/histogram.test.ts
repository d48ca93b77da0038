import { expect, test } from 'bun:test';
import { Histogram } from './histogram.ts';

test('counts a value in its bucket and in all larger ones; a bound belongs to its bucket', () => {
  const histogram = new Histogram([1, 5]);
  for (const value of [0.5, 1, 5, 7]) histogram.observe(value);
  expect(histogram.series('size')).toEqual({
    'size_bucket{le="1"}': 2,
    'size_bucket{le="5"}': 3,
    'size_bucket{le="+Inf"}': 4,
    size_sum: 13.5,
    size_count: 4,
  });
});
