import { expect, test } from 'bun:test';
import { sqlite } from '../scenarios/load-scenarios.ts';
import { drawLoadChart, wrap } from './chart.ts';
import { exampleRound } from './example-round.ts';

const [scenario] = sqlite;
if (scenario === undefined) throw new Error('there is no scenario');

const draw = (names: readonly string[], rates: readonly number[], machine = 'machine', otherCpuShare = 0) =>
  drawLoadChart(
    [
      {
        kind: 'load',
        scenario,
        leftOut: [],
        targets: names.map((name, index) => ({
          name,
          kind: index === 0 ? 'service' : 'peer',
          startedInMs: 1,
          rounds: [exampleRound({ requestsPerCpuSecond: rates[index] ?? null, otherCpuShare })],
        })),
      },
    ],
    machine,
    'circumstances',
  );

test('a text is broken between words, into lines that fit', () => {
  expect(wrap('one two three', 64)).toEqual(['one two', 'three']);
  expect(wrap('a-word-that-is-too-long', 64)).toEqual(['a-word-that-is-too-long']);
});

test('the fastest stands first, and each bar is as long as its figure is high', () => {
  const drawn = draw(['slow', 'fast'], [1_000, 4_000]) ?? '';
  const [fast, slow] = [...drawn.matchAll(/<rect class="(\w+)" x="\d+" y="[^"]+" width="([\d.]+)"/g)];
  expect([fast?.[1], slow?.[1]]).toEqual(['peer', 'service']);
  expect(Number(fast?.[2]) / Number(slow?.[2])).toBeCloseTo(4, 1);
  expect(drawn).toContain('4,000');
});

test('what stands in a drawing cannot end it', () => {
  const drawn = draw(['a', 'b'], [1, 2], '</svg> & more') ?? '';
  expect(drawn).toContain('&lt;/svg> &amp; more');
  expect(drawn.match(/<\/svg>/g)).toHaveLength(1);
});

test('it says what other programs took, if that is more than a tenth of a core', () => {
  expect(draw(['a', 'b'], [1, 2])).not.toContain('Other programs');
  expect(draw(['a', 'b'], [1, 2], 'machine', 1.2)).toContain('Other programs took up to 120 % of a core');
});

test('nothing is drawn where no peer took part', () => {
  expect(draw(['alone'], [1])).toBeUndefined();
});
