import { expect, test } from 'bun:test';
import { type AgeUnit, birthOf } from './ages.ts';

const units: Readonly<Record<string, AgeUnit>> = {
  y: 'year',
  year: 'year',
  years: 'year',
  jahre: 'year',
  m: 'month',
  months: 'month',
  monate: 'month',
  mois: 'month',
  weeks: 'week',
  wochen: 'week',
  d: 'day',
  days: 'day',
};
const rules = { unitOf: (word: string) => units[word.toLowerCase()] };

test.each([
  ['2 years', '2024'],
  ['2 YEARS 5 months', '2023-10'],
  ['3y 0m', '2023-03'],
  ['6m 17d', '2025-09'],
  ['6m 31d', '2025-08'],
  ['1m', '2026-02'],
  ['5 weeks', '2026-02'],
  ['9 days', '2026-03'],
  ['2 Jahre und 3 Monate', '2023-12'],
  ['ca. 3 years old', '2023'],
  ['9 years 2 months.', '2017-01'],
  ['1.5 years', '2024-09'],
  ['2,5 Jahre', '2023-09'],
  ['0 years', '2026'],
])('%j on 31 March 2026 is a birth in %s', (age, birth) => {
  const read = birthOf(age, '2026-03-31', rules);
  expect(read).toEqual({
    date: birth.padEnd(7, '-01').padEnd(10, '-01'),
    precision: birth.length === 4 ? 'year' : 'month',
  });
});

test('a number alone has the unit of its heading', () => {
  expect(birthOf('14', '2026-03-31', { ...rules, unit: 'month' })).toEqual({ date: '2025-01-01', precision: 'month' });
  expect(birthOf('2', '2026-03-31', { ...rules, unit: 'year' })).toEqual({ date: '2024-01-01', precision: 'year' });
  expect(birthOf('2 years', '2026-03-31', { ...rules, unit: 'month' })?.precision).toBe('year');
  expect(birthOf('14', '2026-03-31', rules)).toBeUndefined();
});

test.each([
  '',
  'NO AGE',
  'Adult',
  '-1 years',
  '2-3 years',
  '1.2.3 years',
  'under 1 year',
  '3 dogs',
  '2 years 3',
  '999 years',
  'years',
  `${' '.repeat(99)}unknown`,
])('%j is no age', (age) => expect(birthOf(age, '2026-03-31', rules)).toBeUndefined());
