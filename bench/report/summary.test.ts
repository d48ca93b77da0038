import { expect, test } from 'bun:test';
import type { LoadOutcome } from '../outcome.ts';
import { sqlite, workers } from '../scenarios/load-scenarios.ts';
import type { LoadScenario } from '../scenarios/scenario.ts';
import { exampleRound } from './example-round.ts';
import { summarize } from './summary.ts';

function outcomeOf(scenario: LoadOutcome['scenario'], targets: readonly Target[]): LoadOutcome {
  return {
    kind: 'load',
    scenario,
    leftOut: [],
    targets: targets.map(({ name, kind, rates }) => ({
      name,
      kind,
      startedInMs: 1,
      rounds: rates.map((requestsPerCpuSecond) => exampleRound({ requestsPerCpuSecond })),
    })),
  };
}

function named(scenarios: readonly LoadScenario[], name: string): LoadScenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`no scenario is named ${name}`);
  return found;
}

interface Target {
  readonly name: string;
  readonly kind: 'service' | 'limit' | 'peer';
  readonly rates: readonly number[];
}

test('the possible rate of two workers is twice what each does per second of CPU time', () => {
  const outcome = outcomeOf(named(workers, 'workers-get'), [
    { name: 'one', kind: 'service', rates: [100, 200, 100] },
    { name: 'two', kind: 'service', rates: [95, 180, 80] },
  ]);
  const [one, two] = summarize(outcome);
  expect(one?.possible?.requestsPerSecond?.median).toBe(100);
  expect(one?.goals).toEqual([]);
  expect(two?.possible?.requestsPerSecond?.median).toBe(190);
  expect(two?.possible?.ofFirst?.median).toBeCloseTo(1.8);
  expect(two?.goals.map(({ isReached }) => isReached)).toEqual([false]);
});

test('compares goals with the limit and the best peer of the same rounds', () => {
  const outcome = outcomeOf(named(sqlite, 'get'), [
    { name: 'service', kind: 'service', rates: [60, 60] },
    { name: 'limit', kind: 'limit', rates: [100, 100] },
    { name: 'slow peer', kind: 'peer', rates: [10, 10] },
    { name: 'fast peer', kind: 'peer', rates: [50, 50] },
  ]);
  const [service, limit] = summarize(outcome);
  expect(service?.goals.map(({ median, isReached }) => [median, isReached])).toEqual([
    [0.6, true],
    [1.2, false],
  ]);
  expect(limit?.goals).toEqual([]);
});
