import { expect, test } from 'bun:test';
import { ageAt } from './age.ts';

const now = new Date('2026-11-22T12:00:00Z');

test.each([
  ['2024-11-22', 'day', 2, 'year'],
  ['2024-11-23', 'day', 23, 'month'],
  ['2020-02-29', 'day', 6, 'year'],
  ['2026-09-22', 'day', 2, 'month'],
  ['2026-09-23', 'day', 8, 'week'],
  ['2026-11-15', 'day', 1, 'week'],
  ['2026-11-16', 'day', 6, 'day'],
  ['2026-11-20', 'day', 2, 'day'],
  ['2026-03-01', 'month', 8, 'month'],
  ['2026-10-31', 'month', 1, 'month'],
  ['2025-12-31', 'year', 1, 'year'],
  ['1912-01-01', 'year', 114, 'year'],
] as const)('an animal born on %s, known to the %s, has an age of %d %ss', (birth, precision, count, unit) => {
  expect(ageAt(now, new Date(birth), precision)).toEqual({ count, unit });
});

test.each([
  ['2026-01-01', 'year'],
  ['2026-11-30', 'month'],
  ['2026-11-22', 'day'],
  ['2027-01-01', 'day'],
  ['2027-01-01', 'year'],
  ['soon', 'day'],
])('there is no age with a birth on %s, known to the %s', (birth, precision) => {
  expect(ageAt(now, new Date(birth), precision)).toBe(undefined);
});
