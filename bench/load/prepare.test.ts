import { expect, test } from 'bun:test';
import { choosePages } from './prepare.ts';

const cursors = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test.each([10, 1_000, 20_000, 100_000])(
  'pages chosen from %i cursors all differ and cover the list from first to last',
  (count) => {
    const pages = choosePages(cursors(count), 20_000);
    expect(pages).toHaveLength(Math.min(20_000, 20 * count));
    expect(new Set(pages).size).toBe(pages.length);
    const spots = pages.map((page) => Number(/cursor=(\d+)/.exec(page)?.[1]));
    expect(Math.min(...spots)).toBe(0);
    expect(Math.max(...spots)).toBeGreaterThanOrEqual(0.99 * (count - 1));
  },
);

test('every page length is equally frequent, and the first page has the mean length', () => {
  const pages = choosePages(cursors(50_000), 20_000);
  const limits = pages.map((page) => Number(/limit=(\d+)/.exec(page)?.[1]));
  const counts = Map.groupBy(limits, (limit) => limit);
  expect([...counts.keys()].sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, i) => 11 + i));
  expect([...counts.values()].every(({ length }) => length === 1_000)).toBe(true);
  expect(limits[0]).toBe(20);
});
