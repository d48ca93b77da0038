import { expect, test } from 'bun:test';
import { summarize, summarizeOutages } from './summary.ts';
import { trials } from './trials.ts';

test('the summary has a row for each trial, with its violations by kind', () => {
  const [first, second] = trials;
  if (first === undefined || second === undefined) throw new Error('there are no trials');
  const violations = [
    { rule: 'lost', detail: 'animal 1 is gone' },
    { rule: 'idTwice', detail: 'animal 2' },
    { rule: 'answers', detail: 'client-0: create returned 500 {}' },
    { rule: 'answers', detail: 'client-0: create returned 404 {}' },
  ] as const;
  const result = { rounds: 2, faults: 31, acknowledged: 12_345, recoveriesMs: [300, 10, 20], violations };
  const rows = summarize([
    [first, result],
    [second, 'not run'],
  ]).map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows[2]).toEqual(['', first.name, '2', '31', '12,345', '1', '1', '1', '1', '20 / 300', '']);
  expect(rows[3]?.slice(1, 3)).toEqual([second.name, 'not run']);
});

test('outages are summarized by trial and fault', () => {
  const [trial] = trials;
  if (trial === undefined) throw new Error('there are no trials');
  const outage = (fault: string, writesMs: number) => ({ fault, writesMs, readsMs: 2 * writesMs });
  const outages = [outage('kill', 100), outage('stop', 7), outage('kill', 300), outage('kill', 1_500)];
  const result = { rounds: 1, faults: 4, acknowledged: 1, recoveriesMs: [], violations: [], outages };
  const rows = summarizeOutages([[trial, result]]).map((row) => row.split('|').map((cell) => cell.trim()));
  expect(rows.slice(2)).toEqual([
    ['', trial.name, 'kill', '3', '300 / 1,500', '600 / 3,000', ''],
    ['', trial.name, 'stop', '1', '7 / 7', '14 / 14', ''],
  ]);
});

test('every trial has a unique name', () => {
  expect(new Set(trials.map(({ name }) => name)).size).toBe(trials.length);
});
