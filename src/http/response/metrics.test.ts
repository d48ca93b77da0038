import { expect, test } from 'bun:test';
import { seriesOf } from './metric-table.ts';
import { type Measurements, printMeasurements, RequestMetrics, sumMeasurements, withoutGauges } from './metrics.ts';

function measured(durationsMs: readonly number[], values: Record<string, number> = {}): Measurements {
  const metrics = new RequestMetrics();
  for (const durationMs of durationsMs) metrics.count('listThings', 200, durationMs);
  return { requests: metrics.requests, values };
}

test('a sum does not depend on the order, so that rounding errors never decrease a counter', () => {
  const cpu = 'process_cpu_seconds_total';
  const all = [0.1, 0.2, 0.3].map((part) => measured([part], { [cpu]: part }));
  const [first, ...others] = all;
  if (first === undefined) throw new Error('there are three');
  // The order after the first process has ended: its counters then come before the others.
  const orders = [all, [...others, first], [sumMeasurements([first]), ...others.toReversed()]];
  const sums = orders.map(sumMeasurements);
  expect(sums.map(({ requests }) => requests.get('listThings')?.sumMs)).toEqual([0.6, 0.6, 0.6]);
  expect(sums.map(({ values }) => values[cpu])).toEqual([0.6, 0.6, 0.6]);
});

test('a sum adds each status and bucket, and leaves its inputs unchanged', () => {
  const [one, other] = [measured([0.2, 3, 9_000]), measured([0.2])];
  const sum = sumMeasurements([one, other, other]);
  expect(sum.requests.get('listThings')?.byStatus).toEqual(new Map([[200, 5]]));
  expect(sum.requests.get('listThings')?.buckets).toEqual([3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(one.requests.get('listThings')?.byStatus).toEqual(new Map([[200, 3]]));
});

test('only the counters of an ended process remain', () => {
  const { requests, values } = withoutGauges(measured([1], { petstore_streams_open: 3, process_cpu_seconds_total: 2 }));
  expect([requests.size, values]).toEqual([1, { process_cpu_seconds_total: 2 }]);
});

test('adds values up except where one value holds for all processes', () => {
  const values = (available: number) => ({
    petstore_streams_open: 2,
    'petstore_storage_available{for="writes"}': available,
    'petstore_build_info{version="1"}': 1,
  });
  expect(sumMeasurements([measured([], values(1)), measured([], values(0))]).values).toEqual({
    petstore_streams_open: 4,
    'petstore_storage_available{for="writes"}': 0,
    'petstore_build_info{version="1"}': 1,
  });
});

test('escapes label values', () => {
  const series = seriesOf('petstore_build_info', { runtime: 'a "b" \\ c\nd' });
  expect(printMeasurements(measured([], { [series]: 1 }))).toContain(
    '\npetstore_build_info{runtime="a \\"b\\" \\\\ c\\nd"} 1\n',
  );
});
