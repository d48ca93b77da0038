import { expect, test } from 'bun:test';
import type { Scenario } from '../scenario.ts';
import { scenarios } from '../scenarios.ts';
import type { Round } from './figures.ts';
import type { Outcome, Row } from './outcome.ts';
import { isValid, report } from './report.ts';
import { ratioOf, spreadOf } from './statistics.ts';
import { judge, summarize } from './summary.ts';

function outcomeOf(
  name: string,
  ...rows: readonly (Omit<Row, 'rounds'> & { rounds: readonly Partial<Round>[] })[]
): Outcome {
  const scenario = scenarios.find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new Error(`no scenario is named ${name}`);
  const complete = rows.map((row) => ({ ...row, rounds: row.rounds.map((round) => ({ errors: {}, ...round })) }));
  return { scenario, rows: complete, leftOut: [] };
}

const row = (name: string, kind: Row['kind'], rates: readonly number[], load = '') => ({
  name,
  kind,
  load,
  rounds: rates.map((requestsPerCpuSecond) => ({ requestsPerCpuSecond })),
});

test('the median of an even number of figures is the mean of the middle two; missing figures are left out', () => {
  expect(spreadOf([4, undefined, 1, 2, 9])).toEqual({ median: 3, min: 1, max: 9 });
  expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
  expect(spreadOf([undefined])).toBeUndefined();
});

test('ratios are computed round by round, without rounds in which the other has no figure', () => {
  expect(ratioOf([10, 40, 5], [10, 20, 0])).toEqual({ median: 1.5, min: 1, max: 2 });
  expect(ratioOf([10, undefined], [undefined, 20])).toBeUndefined();
});

test('goals are compared with the limit and the best peer of the same rounds', () => {
  const peers = [row('slow', 'peer', [10, 10]), row('fast', 'peer', [50, 50])];
  const outcome = outcomeOf('get', row('petstore', 'service', [60, 60]), row('limit', 'limit', [100, 100]), ...peers);
  expect(judge(outcome)).toEqual([
    { text: expect.stringContaining('60 % of the limit, wanted at least 50 %: reached'), isReached: true },
    { text: expect.stringContaining('120 % of the best peer, wanted at least 130 %: MISSED'), isReached: false },
  ]);
  const [titles, petstore] = report(outcome).split('\n').slice(2);
  expect(titles).toMatch(/per CPU second {2}of limit {2}of fast$/);
  expect(petstore).toMatch(/petstore {2}.*60 +60 % +120 %$/);
});

test('the slowest size decides, and a figure without a ratio is held against the goal itself', () => {
  const sizes = (load: string) => [
    row('1,000', 'service', [100, 50], load),
    row('100,000', 'service', [84, 42], load),
    row('10,000,000', 'service', [90, 45], load),
  ];
  const outcome = outcomeOf('growth', ...sizes('list'), ...sizes('get'));
  expect(judge(outcome).map(({ text }) => text)).toEqual(
    ['list', 'get'].map((load) => `100,000, ${load}: per CPU second 84 % of the first, wanted at least 85 %: MISSED`),
  );
  expect(judge(outcomeOf('growth', { ...row('petstore', 'service', []), rounds: [{ startMs: 301 }] }))).toEqual([
    { text: 'petstore: start ms 301, wanted at most 300: MISSED', isReached: false },
  ]);
});

test('both limits are told beside each other', () => {
  const limits = [row('plain', 'limit', [100]), row('reading', 'reading limit', [80])];
  const [, , titles, petstore] = report(outcomeOf('create', row('petstore', 'service', [40]), ...limits)).split('\n');
  expect(titles).toMatch(/of plain {2}of reading$/);
  expect(petstore).toMatch(/40 % +50 %$/);
});

test('errors make a scenario invalid', () => {
  const outcome = (round: Partial<Round>) =>
    outcomeOf('create', { ...row('petstore', 'service', []), rounds: [round] });
  expect(isValid(outcome({}))).toBe(true);
  expect(report(outcome({ errors: { 'status 500': 2 } }))).toContain('INVALID: petstore had errors: 2 × status 500');
  expect(isValid(outcome({ errors: { connection: 1 } }))).toBe(false);
});

test('every scenario has a name of its own, and a report even without any figures', () => {
  expect(new Set(scenarios.map(({ name }: Scenario) => name)).size).toBe(scenarios.length);
  for (const { name } of scenarios) {
    const text = report(outcomeOf(name, row('petstore', 'service', []), row('other', 'peer', [0])));
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  }
  expect(summarize(outcomeOf('list', row('petstore', 'service', [])))[0]?.figures).toEqual({});
});
