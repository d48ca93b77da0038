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

test('wraps text between words into lines that fit', () => {
  expect(wrap('one two three', 64)).toEqual(['one two', 'three']);
  expect(wrap('a-word-that-is-too-long', 64)).toEqual(['a-word-that-is-too-long']);
});

test('lists the fastest first, with bars in proportion to the figures', () => {
  const drawn = draw(['slow', 'fast'], [1_000, 4_000]) ?? '';
  const [fast, slow] = [...drawn.matchAll(/<rect class="(\w+)" x="\d+" y="[^"]+" width="([\d.]+)"/g)];
  expect([fast?.[1], slow?.[1]]).toEqual(['peer', 'service']);
  expect(Number(fast?.[2]) / Number(slow?.[2])).toBeCloseTo(4, 1);
  expect(drawn).toContain('4,000');
});

test('escapes text, so that it cannot close the SVG element', () => {
  const drawn = draw(['a', 'b'], [1, 2], '</svg> & more') ?? '';
  expect(drawn).toContain('&lt;/svg> &amp; more');
  expect(drawn.match(/<\/svg>/g)).toHaveLength(1);
});

test('reports the CPU time of other programs if it exceeds a tenth of a core', () => {
  expect(draw(['a', 'b'], [1, 2])).not.toContain('Other programs');
  expect(draw(['a', 'b'], [1, 2], 'machine', 1.2)).toContain('Other programs took up to 120 % of a core');
});

test('draws nothing without a peer', () => {
  expect(draw(['alone'], [1])).toBeUndefined();
});
