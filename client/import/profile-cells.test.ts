import { expect, test } from 'bun:test';
import type { Profile } from '../types.gen.ts';
import { profileFields, readProfileCell, writeProfileCell } from './profile-cells.ts';

test('a blank cell says nothing, and neither does one that says that something is not known', () => {
  for (const field of ['breed', 'sex', 'birthDate', 'neutered', 'fee', 'tags'] as const)
    expect(readProfileCell(field, ' ')).toEqual({});
  expect(readProfileCell('neutered', 'Unknown')).toEqual({});
  expect(readProfileCell('sex', 'Unknown')).toEqual({ sex: 'unknown' });
  expect(readProfileCell('breed', 'Unknown')).toEqual({ breed: 'Unknown' });
});

test('a sex may be told together with whether the animal is neutered', () => {
  expect(readProfileCell('sex', 'F')).toEqual({ sex: 'female' });
  expect(readProfileCell('sex', 'Neutered Male')).toEqual({ sex: 'male', neutered: true });
  expect(readProfileCell('sex', 'Spayed Female')).toEqual({ sex: 'female', neutered: true });
  expect(readProfileCell('sex', 'Intact Female')).toEqual({ sex: 'female', neutered: false });
  expect(readProfileCell('sex', 'Male dog')).toStartWith('is not female, male or unknown');
});

test('dates may be known to the day, the month or the year, and must exist', () => {
  const dated = (birthDate: string, birthDatePrecision: 'day' | 'month' | 'year') => ({
    birthDate,
    birthDatePrecision,
  });
  expect(readProfileCell('birthDate', '2014-04-10')).toEqual(dated('2014-04-10', 'day'));
  expect(readProfileCell('birthDate', '2014-04-10T09:00:00')).toEqual(dated('2014-04-10', 'day'));
  expect(readProfileCell('birthDate', '10.4.2014')).toEqual(dated('2014-04-10', 'day'));
  expect(readProfileCell('birthDate', '2014-04')).toEqual(dated('2014-04-01', 'month'));
  expect(readProfileCell('birthDate', '2014')).toEqual(dated('2014-01-01', 'year'));
  expect(readProfileCell('birthDate', '2014-02-30')).toStartWith('is not a date');
  expect(readProfileCell('birthDate', '03/04/2014')).toEndWith('day and month cannot be told apart');
  for (const other of ['3/4/14', '04/2014']) expect(readProfileCell('birthDate', other)).toEndWith('2026-03 or 2026');
  expect(readProfileCell('arrivedOn', '2014-04-10 09:00')).toEqual({ arrivedOn: '2014-04-10' });
  expect(readProfileCell('arrivedOn', '2014')).toStartWith('is not a day');
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

test.each(['75', 'free', '$75 EUR', '1,25,0 USD', '7.555 USD2', '-3 USD'])(
  '%s is no amount with a currency',
  (text) => {
    expect(readProfileCell('fee', text)).toStartWith('is not an amount');
  },
);

test('tags are separated by commas, semicolons or bars, and each is there once', () => {
  expect(readProfileCell('tags', 'calm; shy,calm | loves water,')).toEqual({ tags: ['calm', 'shy', 'loves water'] });
});

test('flags are yes or no in the usual spellings', () => {
  expect(readProfileCell('vaccinated', 'Yes')).toEqual({ vaccinated: true });
  expect(readProfileCell('goodWith.cats', '0')).toEqual({ goodWith: { cats: false } });
  expect(readProfileCell('houseTrained', 'mostly')).toBe('is not yes or no');
  expect(readProfileCell('size', 'Extra Large')).toEqual({ size: 'extra_large' });
  expect(readProfileCell('size', 'XL')).toEqual({ size: 'extra_large' });
  expect(readProfileCell('size', 'huge')).toStartWith('is not small');
});

test('attributes are a JSON object of texts', () => {
  expect(readProfileCell('attributes', '{"Chip":"Avid"}')).toEqual({ attributes: { Chip: 'Avid' } });
  for (const text of ['Avid', '[]', 'null', '{"Chip":1}'])
    expect(readProfileCell('attributes', text)).toStartWith('is not a JSON');
});

test('what is written of a profile is read as the same', () => {
  const profile = {
    description: 'Shy at first.',
    breed: 'Beagle',
    sex: 'unknown',
    size: 'extra_large',
    birthDate: '2014-04-01',
    birthDatePrecision: 'month',
    neutered: false,
    goodWith: { children: true, cats: false },
    tags: ['calm', 'dry, but kind'],
    fee: { amountMinor: 5n, currency: 'EUR' },
    attributes: { Chip: 'Avid' },
  } satisfies Profile;
  const read = profileFields.map((field) => readProfileCell(field, writeProfileCell(field, profile)));
  expect(read.filter((fields) => typeof fields === 'string')).toEqual([]);
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
