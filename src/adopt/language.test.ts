import { expect, test } from 'bun:test';
import { decimalOf } from '../../contract/money.ts';
import { publicLanguages } from '../../contract/shelter.ts';
import { allTexts } from '../../embed/texts.ts';
import { parseDay } from '../lib/timestamp.ts';
import { inquiryMessages } from './inquiries/messages.ts';
import { createLanguage, messagesOf } from './language.ts';

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

test('French and Spanish count, date and elide as their readers do', () => {
  const [fr, es] = [createLanguage('fr'), createLanguage('es')];
  expect([fr, es].map((language) => language.age(day('2016-01-01'), 'year', today))).toEqual(['10 ans', '10 años']);
  expect([fr, es].map((language) => language.date(day('2024-05-01'), 'day'))).toEqual([
    '1er mai 2024',
    '1 de mayo de 2024',
  ]);
  expect(fr.date(day('2024-05-21'), 'day')).toBe('21 mai 2024');
  expect(['Enzo', 'Bella'].map((name) => fr.messages.photoOf(name))).toEqual(['Photo d’Enzo', 'Photo de Bella']);
});

const englishWords = /\b(the|this|that|your|you|and|with|animal is|please|here|message to)\b/i;
const texts = (messages: object): [path: string, text: string][] =>
  Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object'
      ? texts(value).map(([path, text]) => [`${name}.${path}`, text])
      : [[name, typeof value === 'function' ? value('2', '2') : String(value)]],
  );
const tables = publicLanguages.map((code) => {
  const embed = allTexts.find(({ lang }) => lang === code) ?? {};
  return { code, all: texts({ page: messagesOf[code], form: inquiryMessages[code], embed }) };
});
/** Where another language says the same as English. */
const same: Partial<Record<string, readonly string[]>> = {
  de: ['page.onlyStatus', 'page.videos'],
  es: ['page.color', 'page.notGoodWith'],
};

test.each(tables)('$code says something everywhere, in its own words', ({ code, all }) => {
  const [english] = tables;
  expect(all.map(([path]) => path).toSorted()).toEqual(english?.all.map(([path]) => path).toSorted() ?? []);
  expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  if (code === 'en') return;
  const inEnglish = new Map(english?.all);
  const equal = all.filter(([path, text]) => inEnglish.get(path) === text).map(([path]) => path);
  expect(equal).toEqual(['page.fullDate', ...(same[code] ?? [])]);
  expect(all.filter(([, text]) => englishWords.test(text))).toEqual([]);
});
