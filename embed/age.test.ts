import { expect, test } from 'bun:test';
import { ageOf } from './age.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['2024-11-22', 'day', '2 years', '2 Jahre'],
  ['2024-11-23', 'day', '23 months', '23 Monate'],
  ['2016-01-01', 'year', '10 years', '10 Jahre'],
  ['2025-12-31', 'year', '1 year', '1 Jahr'],
  ['2026-03-01', 'month', '8 months', '8 Monate'],
  ['2026-09-23', 'day', '8 weeks', '8 Wochen'],
  ['2026-11-20', 'day', '1 week', '1 Woche'],
  ['2026-10-31', 'month', '1 month', '1 Monat'],
])('an animal born on %s, known to the %s, is %s old', (birthDate, birthDatePrecision, en, de) => {
  const birth = { birthDate, birthDatePrecision };
  expect([ageOf(birth, now, 'en'), ageOf(birth, now, 'de')]).toEqual([en, de]);
});

test.each([
  [undefined, undefined],
  ['2026-01-01', 'year'],
  ['2026-11-01', 'month'],
  ['2026-11-23', 'day'],
  ['2027-01-01', 'day'],
  ['soon', 'day'],
])('nothing is said about a birth on %s, known to the %s', (birthDate, birthDatePrecision) => {
  expect(ageOf({ ...(birthDate && { birthDate }), ...(birthDatePrecision && { birthDatePrecision }) }, now, 'en')).toBe(
    undefined,
  );
});
