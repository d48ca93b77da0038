import { expect, test } from 'bun:test';
import type { GrowthOutcome, Lap } from '../outcome.ts';
import { growth } from '../scenarios/table.ts';
import { exampleRound } from './example-round.ts';
import { growthLines } from './growth-report.ts';
import { summarizeGrowth } from './growth-summary.ts';

const mebibyte = 1024 ** 2;

function lapOf(requestsPerCpuSecond: number, latencyMs: number, peakMiB: number, startedInMs: number): Lap {
  const round = exampleRound({ requestsPerCpuSecond, latencyP50Ms: latencyMs, latencyP99Ms: 2 * latencyMs });
  return { startedInMs, rounds: growth.loads.map(() => ({ ...round, peakMemoryBytes: peakMiB * mebibyte })) };
}

function outcomeOf(...lapsOfSizes: readonly (readonly Lap[])[]): GrowthOutcome {
  const sizes = growth.sizes.map((animals, index) => ({ animals, databaseBytes: 1, laps: lapsOfSizes[index] ?? [] }));
  return { kind: 'growth', scenario: growth, sizes };
}

test('compares speed lap by lap; twice the latency is half the speed', () => {
  const outcome = outcomeOf(
    [lapOf(100, 1, 90, 100), lapOf(50, 2, 90, 100), lapOf(100, 1, 90, 100)],
    [lapOf(100, 1, 90, 100), lapOf(50, 2, 90, 100), lapOf(100, 1, 90, 100)],
    [lapOf(80, 2, 90, 100), lapOf(45, 4, 90, 100), lapOf(90, 2, 90, 100)],
  );
  const { rows } = summarizeGrowth(outcome);
  const last = rows.find(({ load, animals }) => load === 'list' && animals === 10_000_000);
  expect(last?.requestsPerCpuSecond.speedRatio?.median).toBeCloseTo(0.9);
  expect(last?.latencyP50Ms.speedRatio?.median).toBeCloseTo(0.5);
  expect(last?.latencyP99Ms.spread?.median).toBe(4);
});

test('judges speed by the slowest size, and memory and start time by the last one', () => {
  const outcome = outcomeOf([lapOf(100, 1, 300, 400)], [lapOf(84, 1, 300, 400)], [lapOf(90, 1, 249, 299)]);
  const { verdicts } = summarizeGrowth(outcome);
  const missed = verdicts.filter(({ isReached }) => !isReached).map(({ text }) => text);
  expect(missed).toEqual(
    growth.loads.map(
      ({ name }) => `${name}, requests per CPU second: 0.84 times as fast at 100,000 as at 1,000, wanted at least 0.85`,
    ),
  );
  expect(verdicts).toHaveLength(3 * growth.loads.length + 2);
});

test('the table shows every size and only valid numbers', () => {
  const outcome = outcomeOf([lapOf(100, 1, 90, 100)], [lapOf(110, 1, 90, 100)], [lapOf(70, 1, 260, 350)]);
  const text = growthLines(outcome).join('\n');
  expect(text).toContain('10,000,000');
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
});
