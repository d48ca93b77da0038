import { expect, test } from 'bun:test';
import { decimalOf } from '../../contract/money.ts';
import { parseDay } from '../lib/timestamp.ts';
import { createLanguage } from './language.ts';

const [en, de] = [createLanguage('en'), createLanguage('de')];
const day = (text: string) => parseDay(text) ?? 0n;
const today = day('2026-11-22');

test.each([
  ['2026-11-22', 'day', undefined, undefined],
  ['2026-11-21', 'day', '1 day', '1 Tag'],
  ['2026-11-08', 'day', '2 weeks', '2 Wochen'],
  ['2026-09-22', 'day', '2 months', '2 Monate'],
  ['2016-01-01', 'year', '10 years', '10 Jahre'],
] as const)('an animal born on %s, of which the %s is known, is %s old', (born, precision, english, german) => {
  expect([en.age(day(born), precision, today), de.age(day(born), precision, today)]).toEqual([english, german]);
});

test('dates have as much as is known of them', () => {
  const print = (language: typeof en) =>
    (['day', 'month', 'year'] as const).map((precision) => language.date(day('2024-05-01'), precision));
  expect(print(en)).toEqual(['May 1, 2024', 'May 2024', '2024']);
  expect(print(de)).toEqual(['1. Mai 2024', 'Mai 2024', '2024']);
});

test.each([
  [12_500n, 'EUR', '125.00', '€125', '125\u00a0€'],
  [5n, 'EUR', '0.05', '€0.05', '0,05\u00a0€'],
  [1_200n, 'JPY', '1200', '¥1,200', '1.200\u00a0¥'],
  [1_250n, 'KWD', '1.250', 'KWD\u00a01.250', '1,250\u00a0KWD'],
  [
    9_223_372_036_854_775_807n,
    'USD',
    '92233720368547758.07',
    '$92,233,720,368,547,758.07',
    '92.233.720.368.547.758,07\u00a0$',
  ],
])('%p of the smallest unit of %s are %s', (amountMinor, currency, decimal, english, german) => {
  const fee = { amountMinor, currency };
  expect([decimalOf(fee), en.money(fee), de.money(fee)]).toEqual([decimal, english, german]);
});

test('both languages say something everywhere, and not the same', () => {
  const texts = (messages: object): string[] =>
    Object.values(messages).flatMap((value) =>
      typeof value === 'object' ? texts(value) : typeof value === 'function' ? value(2n, '2') : String(value),
    );
  const [english, german] = [texts(en.messages), texts(de.messages)];
  expect(english.filter((text) => text.trim() === '')).toEqual([]);
  expect(german).toHaveLength(english.length);
  const same = english.filter((text, index) => text === german[index]);
  expect(same).toEqual(['Status']);
});
