import { expect, test } from 'bun:test';
import type { Profile } from '../../client/types.gen.ts';
import { writeProfileCell } from '../export/write-cell.ts';
import { profileFields } from '../profile-fields.ts';
import { readProfileCell } from './read-cell.ts';

test('what is written of a profile is read as the same', () => {
  const profile = {
    description: 'Shy at first &amp; <b>kind</b>.',
    species: 'dogs',
    breed: 'Unknown',
    sex: 'unknown',
    size: 'extra_large',
    birthDate: '2014-04-01',
    birthDatePrecision: 'month',
    neutered: false,
    goodWith: { children: true, cats: false },
    tags: ['calm', 'dry, but kind'],
    whereabouts: 'foster',
    intakeType: 'seized',
    arrivedOn: '2026-01-02',
    outcomeType: 'transfer_out',
    outcomeOn: '2026-03-04',
    holdUntil: '2999-12-31',
    holdReason: 'A court decides',
    fee: { amountMinor: 5n, currency: 'EUR' },
    reference: 'A-7',
    attributes: { Chip: 'Avid' },
  } satisfies Profile;
  const read = profileFields.map((field) => readProfileCell(field, writeProfileCell(field, profile)));
  expect(read.filter((fields) => 'reason' in fields)).toEqual([]);
  const { goodWith, ...rest } = profile;
  expect(read).toEqual(expect.arrayContaining([{ goodWith: { children: true } }, { goodWith: { cats: false } }]));
  expect(Object.assign({}, ...read)).toMatchObject(rest);
  expect(writeProfileCell('fee', profile)).toBe('0.05 EUR');
  expect(writeProfileCell('birthDate', profile)).toBe('2014-04');
  expect(profileFields.map((field) => writeProfileCell(field, {})).join('')).toBe('');
});

test.each([[['[shy']], [[' shy']], [['a|b', 'c']], [['"a"', 'b']]])('the tags %p are read as they were', (tags) => {
  expect(readProfileCell('tags', writeProfileCell('tags', { tags }))).toEqual({ tags });
});

test.each([
  ['75.00 USD', 7_500n, 'USD'],
  ['$75', 7_500n, 'USD'],
  ['75,5 €', 7_550n, 'EUR'],
  ['1,250.00 usd', 125_000n, 'USD'],
  ['1.250,00 EUR', 125_000n, 'EUR'],
  ['1,250 GBP', 125_000n, 'GBP'],
  ['JPY 1,250', 1_250n, 'JPY'],
])('%s is an amount in the smallest unit of its currency', (text, amountMinor, currency) => {
  expect(readProfileCell('fee', text)).toEqual({ fee: { amountMinor, currency } });
});

test.each(['$75 EUR', '1,25,0 USD', '7.555 USD2', '-3 USD'])('%s is no amount with a currency', (text) => {
  expect(readProfileCell('fee', text)).toMatchObject({ detail: expect.stringContaining('is not an amount') });
});

test('what cannot be read tells why', () => {
  const fault = readProfileCell;
  expect(fault('fee', '75')).toEqual({ reason: 'no_currency', values: [], detail: 'has no currency' });
  expect(fault('fee', 'free')).toMatchObject({ reason: 'no_currency' });
  expect(fault('birthDate', '03/04/2014')).toMatchObject({ reason: 'unclear_day' });
  expect(fault('birthDate', '2014-02-30')).toMatchObject({ reason: 'no_date' });
  expect(fault('arrivedOn', '2014')).toMatchObject({ reason: 'no_day' });
  expect(fault('vaccinated', 'mostly')).toMatchObject({ reason: 'unknown_word' });
  expect(fault('outcomeType', 'gone')).toMatchObject({ reason: 'unknown_word' });
  for (const text of ['Avid', '[]', 'null', '{"Chip":1}'])
    expect(fault('attributes', text)).toMatchObject({ reason: 'no_texts' });
});
