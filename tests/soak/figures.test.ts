import { expect, test } from 'bun:test';
import { Figures } from './figures.ts';

test('figures are collected over all rounds', () => {
  const figures = new Figures();
  figures.times('creates').add(Array.from({ length: 100 }, (_, index) => 100 - index));
  figures.times('creates').add([1_234]);
  figures.times('probes').add([0.26]);
  figures.times('others');
  for (const round of [1, 2]) {
    figures.count('requests', 1_000 * round, 500);
    figures.count('failed', 0);
    figures.largest('memory', 40 + 10 * round, 'MiB');
  }
  figures.largest('memory', 30);
  expect(figures.list()).toEqual([
    { name: 'creates', value: 'p50 51, p99 100, max 1,234 ms (101)' },
    { name: 'probes', value: 'p50 0.3, p99 0.3, max 0.3 ms (1)' },
    { name: 'others', value: 'none' },
    { name: 'requests', value: '3,000, 3,000 a second' },
    { name: 'failed', value: '0' },
    { name: 'memory', value: '60 MiB' },
  ]);
  expect(() => figures.count('memory', 1)).toThrow('another kind');
});
