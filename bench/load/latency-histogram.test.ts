import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bucketGrowth, LatencyHistogram } from './latency-histogram.ts';

const latencies = fc.array(fc.double({ min: 0.001, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 });

function histogramOf(latenciesMs: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const latencyMs of latenciesMs) histogram.record(latencyMs);
  return histogram;
}

test('a percentile equals that of the sorted latencies, to the width of a bucket', () => {
  fc.assert(
    fc.property(latencies, fc.constantFrom(50, 99, 99.9, 100), (recorded, percent) => {
      const sorted = recorded.toSorted((one, other) => one - other);
      const exact = sorted[Math.max(1, Math.ceil((recorded.length * percent) / 100)) - 1] ?? 0;
      const read = histogramOf(recorded).percentileMs(percent) ?? 0;
      expect(read).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      expect(read).toBeLessThanOrEqual(exact * bucketGrowth * (1 + 1e-9));
    }),
  );
});

test('histograms of the parts add up to the histogram of the whole, even after serialization as JSON', () => {
  fc.assert(
    fc.property(fc.array(latencies, { minLength: 1, maxLength: 5 }), (parts) => {
      const travelled = parts.map((part) => JSON.parse(JSON.stringify(histogramOf(part))));
      expect(LatencyHistogram.sumOf(travelled).toJSON()).toEqual(histogramOf(parts.flat()).toJSON());
    }),
  );
});

test('the 100th percentile is the longest latency, and an empty histogram has no percentiles', () => {
  expect(histogramOf([1, 2, 1234.5]).percentileMs(100)).toBe(1234.5);
  expect(histogramOf([1, 2, 1234.5]).count).toBe(3);
  expect(new LatencyHistogram().percentileMs(50)).toBeNull();
  expect(LatencyHistogram.sumOf([]).maxMs).toBe(0);
});
