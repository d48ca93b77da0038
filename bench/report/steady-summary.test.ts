import { expect, test } from 'bun:test';
import { LatencyHistogram } from '../load/latency-histogram.ts';
import type { Sample, SteadyOutcome } from '../outcome.ts';
import { steady } from '../scenarios/table.ts';
import { exampleRound } from './example-round.ts';
import { steadyLines } from './steady-report.ts';
import { summarizeSteady } from './steady-summary.ts';

const mebibyte = 1024 ** 2;
const perMinute = 60 / steady.intervalSeconds;

function histogramOf(...latenciesMs: readonly number[]) {
  const histogram = new LatencyHistogram();
  for (const latencyMs of latenciesMs) histogram.record(latencyMs);
  return histogram.toJSON();
}

/** The log restarts in every second interval, and reads take longer there. */
function outcomeOf(minutes: number, sampleAt: (minute: number) => Partial<Sample>): SteadyOutcome {
  const indexes = Array.from({ length: minutes * perMinute }, (_, index) => index);
  return {
    kind: 'steady',
    scenario: steady,
    minutes,
    round: exampleRound({}),
    samples: indexes.map((index) => ({
      atSeconds: (index + 1) * steady.intervalSeconds,
      memoryBytes: 100 * mebibyte,
      descriptors: 80,
      threads: 8,
      walBytes: 5 * mebibyte,
      walRestarts: Math.ceil(index / 2),
      ...sampleAt(1 + Math.floor(index / perMinute)),
    })),
    intervals: indexes.map((index) => ({ usual: histogramOf(1, index % 2 === 1 ? 40 : 4), rare: histogramOf(9) })),
  };
}

test('constant memory, descriptors and log size reach their goals, whatever the first minute was', () => {
  const outcome = outcomeOf(3, (minute) => (minute === 1 ? { memoryBytes: 1, descriptors: 10 } : {}));
  const { verdicts } = summarizeSteady(outcome);
  expect(verdicts.map(({ isReached }) => isReached)).toEqual([true, true, true]);
});

test('growing memory, descriptors and log size miss their goals', () => {
  const outcome = outcomeOf(4, (minute) => ({
    memoryBytes: (100 + 4 * minute) * mebibyte,
    descriptors: 80 + minute,
    walBytes: 10 * minute * mebibyte,
  }));
  expect(summarizeSteady(outcome).verdicts.map(({ isReached }) => isReached)).toEqual([false, false, false]);
});

test('two minutes are too short to judge memory growth', () => {
  const outcome = outcomeOf(2, () => ({}));
  expect(summarizeSteady(outcome).verdicts).toHaveLength(1);
  expect(steadyLines(outcome).join('\n')).toContain('too short');
});

test('separates reads during a checkpoint from the others, and the minutes add up to the whole', () => {
  const outcome = outcomeOf(3, () => ({}));
  const { checkpoint, reads, all, minutes, walMaxBytes } = summarizeSteady(outcome);
  expect(checkpoint.intervals).toBe((3 * perMinute) / 2);
  expect(checkpoint.reads.maxMs).toBe(40);
  expect(checkpoint.otherReads.maxMs).toBe(4);
  expect([reads.maxMs, all.maxMs, reads.p50Ms]).toEqual([40, 40, expect.closeTo(1, 1)]);
  expect(minutes.map(({ requestsPerSecond }) => requestsPerSecond)).toEqual(Array(3).fill(3 / steady.intervalSeconds));
  expect(minutes.reduce((sum, { walRestarts }) => sum + walRestarts, 0)).toBe((3 * perMinute) / 2);
  expect(walMaxBytes).toBe(5 * mebibyte);
});

test('the table shows only valid numbers, even without any response', () => {
  const outcome = outcomeOf(1, () => ({}));
  const silent = {
    ...outcome,
    intervals: outcome.intervals.map(() => ({ usual: histogramOf(), rare: histogramOf() })),
  };
  for (const shown of [outcome, silent]) expect(steadyLines(shown).join('\n')).not.toMatch(/NaN|undefined|Infinity/);
});
