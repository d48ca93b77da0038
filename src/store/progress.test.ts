import { expect, test } from 'bun:test';
import { describeProgress, limitProgress, oneStep, type Progress } from './progress.ts';

let now = 0;
const lines: string[] = [];
const report = limitProgress((progress) => lines.push(`${now} ${describeProgress(progress)}`), {
  clock: () => now,
  intervalMs: 10,
});
const rows = (task: string, done: number, total: number): Progress => ({ task, done, total, unit: 'rows' });

test('a long task is announced when it begins, a short one is not, and both say how far they are at intervals', () => {
  const mebibyte = 2 ** 20;
  report(oneStep('checking', 15 * mebibyte));
  report(oneStep('copying', 16 * mebibyte));
  for (now = 1; now <= 25; now++) report(rows('filling', now * 1_000, 100_000));
  for (; now <= 36; now++) report(rows('comparing', now - 26, 99_999));
  expect(lines).toEqual([
    '0 copying: 16 MiB',
    '1 filling: 1000 of 100000 rows',
    '11 filling: 11000 of 100000 rows',
    '21 filling: 21000 of 100000 rows',
    '31 comparing: 5 of 99999 rows',
  ]);
});
