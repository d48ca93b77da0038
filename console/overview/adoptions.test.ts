import { expect, test } from 'bun:test';
import { addUpAdoptions, firstDayNeeded, lastingAdoptions } from './adoptions.ts';

/** Statistics of this many days up to `last`, with adoptions and returns on some of them. */
function statisticsUpTo(last: string, count: number, happened: Record<string, readonly bigint[]>) {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    const [adopted = 0n, returned = 0n] = happened[start] ?? [];
    return { start, added: 9_000n, adopted, returned, removed: 1n };
  });
}

test('adds adoptions up by month, and lists the last 30 days one by one', () => {
  const happened = { '2026-10-31': [4n, 1n], '2026-11-01': [2n, 0n], '2026-11-22': [3n, 2n] };
  const statistics = statisticsUpTo('2026-11-22', 53, { ...happened, '2026-09-30': [7n, 0n] });
  const { days, thisMonth, lastMonth } = addUpAdoptions(statistics);
  expect(thisMonth).toEqual({ day: '2026-11-01', adopted: 5, returned: 2 });
  expect(lastMonth).toEqual({ day: '2026-10-01', adopted: 4, returned: 1 });
  expect([days.length, days[0]?.day]).toEqual([30, '2026-10-24']);
  expect(days.at(-1)).toEqual({ day: '2026-11-22', adopted: 3, returned: 2 });
});

test('in January the previous month is December of the previous year', () => {
  const { thisMonth, lastMonth } = addUpAdoptions(statisticsUpTo('2027-01-01', 32, { '2026-12-31': [1n, 0n] }));
  expect([thisMonth.day, thisMonth.adopted, lastMonth.day, lastMonth.adopted]).toEqual([
    '2027-01-01',
    0,
    '2026-12-01',
    1,
  ]);
});

test('requests the days that are shown and those of the previous month', () => {
  expect(firstDayNeeded(new Date('2026-11-22T10:00:00Z'))).toBe('2026-10-01');
  expect(firstDayNeeded(new Date('2027-03-01T00:00:00Z'))).toBe('2027-01-31');
  expect(firstDayNeeded(new Date('2027-01-31T23:59:59Z'))).toBe('2026-12-01');
});

test('subtracts returns from adoptions, and never goes below zero', () => {
  expect(lastingAdoptions({ adopted: 3, returned: 1 })).toBe(2);
  expect(lastingAdoptions({ adopted: 0, returned: 2 })).toBe(0);
});
