import { expect, test } from 'bun:test';
import { seriesOf } from './metric-table.ts';
import { type Measurements, printMeasurements, RequestMetrics, sumMeasurements, withoutGauges } from './metrics.ts';

const duration = 'petstore_http_request_duration_seconds';

function measured(durationsMs: readonly number[], values: Record<string, number> = {}): Measurements {
  const metrics = new RequestMetrics();
  for (const durationMs of durationsMs) metrics.count('listThings', 200, durationMs);
  return { ...metrics.measure(), ...values };
}

test('a sum does not depend on the order, so that rounding errors never decrease a counter', () => {
  const cpu = 'process_cpu_seconds_total';
  const all = [0.1, 0.2, 0.3].map((part) => measured([part], { [cpu]: part }));
  const [first, ...others] = all;
  if (first === undefined) throw new Error('there are three');
  // The order after the first process has ended: its counters then come before the others.
  const orders = [all, [...others, first], [sumMeasurements([first]), ...others.toReversed()]];
  const sums = orders.map(sumMeasurements);
  expect(sums.map((sum) => sum[`${duration}_sum{operation="listThings"}`])).toEqual([0.0006, 0.0006, 0.0006]);
  expect(sums.map((sum) => sum[cpu])).toEqual([0.6, 0.6, 0.6]);
});

test('a sum adds each status and bucket, and leaves its inputs unchanged', () => {
  const [one, other] = [measured([0.2, 3, 9_000]), measured([0.2])];
  const before = { ...one };
  const sum = sumMeasurements([one, other, other]);
  expect(sum['petstore_http_requests_total{operation="listThings",status="200"}']).toBe(5);
  const upTo = (bound: string) => sum[`${duration}_bucket{operation="listThings",le="${bound}"}`];
  expect(['0.00025', '0.0025', '0.005', '5', '+Inf'].map(upTo)).toEqual([3, 3, 4, 4, 5]);
  expect(one).toEqual(before);
});

test('only the counters of an ended process remain', () => {
  const counters = { ...measured([1]), process_cpu_seconds_total: 2 };
  expect(withoutGauges({ ...counters, petstore_streams_open: 3 })).toEqual(counters);
});

test('adds values up except where one value holds for all processes', () => {
  const values = (available: number) => ({
    petstore_streams_open: 2,
    'petstore_storage_available{for="writes"}': available,
    'petstore_build_info{version="1"}': 1,
  });
  expect(sumMeasurements([values(1), values(0)])).toEqual({
    petstore_streams_open: 4,
    'petstore_storage_available{for="writes"}': 0,
    'petstore_build_info{version="1"}': 1,
  });
});

test('escapes label values', () => {
  const series = seriesOf('petstore_build_info', { runtime: 'a "b" \\ c\nd' });
  expect(printMeasurements({ [series]: 1 })).toContain('\npetstore_build_info{runtime="a \\"b\\" \\\\ c\\nd"} 1\n');
});
