import { expect, test } from 'bun:test';
import { profileTexts, readForm, withCurrency } from './profile-form.ts';

const seen = {
  breed: 'Beagle',
  birthDate: '2020-05-01',
  birthDatePrecision: 'month',
  goodWith: { children: true },
  tags: ['calm'],
  attributes: { Chip: 'Avid', weight: '4.2 kg' },
} as const;
const profile = { ...seen, tags: [...seen.tags] };

test('an unchanged form changes nothing', () => {
  expect(readForm(profile, profileTexts(profile))).toEqual({ changes: {} });
});

test('changes only fields whose text was changed, and removes those that were emptied', () => {
  const texts = { ...profileTexts(profile), breed: '', color: 'black', birthDate: '2019', tags: 'calm, shy' };
  expect(readForm(profile, texts)).toEqual({
    changes: {
      breed: null,
      color: 'black',
      birthDate: '2019-01-01',
      birthDatePrecision: 'year',
      tags: ['calm', 'shy'],
    },
  });
  expect(readForm(profile, { ...profileTexts(profile), birthDate: '' })).toEqual({
    changes: { birthDate: null, birthDatePrecision: null },
  });
});

test('keeps other members of what has several', () => {
  const texts = {
    ...profileTexts(profile),
    'goodWith.children': '',
    'goodWith.cats': 'no',
    attributes: 'weight: 5 kg\nDiet: fish: raw\n',
  };
  expect(readForm(profile, texts)).toEqual({
    changes: {
      goodWith: { children: null, cats: false },
      attributes: { Chip: null, weight: '5 kg', Diet: 'fish: raw' },
    },
  });
});

test('tells at each field what cannot be understood', () => {
  const texts = { ...profileTexts(profile), birthDate: 'May', fee: '7', attributes: 'heavy', color: 'red' };
  const read = readForm(profile, texts);
  expect(Object.keys('errors' in read ? read.errors : {})).toEqual(['birthDate', 'fee', 'attributes']);
});

test('an amount without a currency has that of the shelter, and any other text stays', () => {
  const read = (fee: string, currency?: string) => withCurrency({ fee }, currency).fee;
  expect(['150', '1,250.5', '150 USD', 'free', 'lots', ''].map((text) => read(text, 'EUR'))).toEqual([
    ...['150.00 EUR', '1250.50 EUR', '150 USD', '0.00 EUR', 'lots', ''],
  ]);
  expect([read('150', 'JPY'), read('150')]).toEqual(['150 JPY', '150']);
});
