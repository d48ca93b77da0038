import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/support/data/any-character.ts';
import { foldKey, foldSpellings, foldTerms, foldText, foldWords, matchesTerms } from './fold-text.ts';

test.each([
  ['Bella', 'bella'],
  ['Bella 2 the DOG', 'bella 2 the dog'],
  [`${'A'.repeat(128)} ${'B'.repeat(129)} C`, `${'a'.repeat(128)} ${'b'.repeat(128)} c`],
  ['  Mr. Rosé-Smith III ', 'mr rose smith iii'],
  ['Rose\u0301', 'rose'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Οδυσσεύς', 'οδυσσευσ'],
  ['Мурка', 'мурка'],
  ['Ёлка', 'елка'],
  ['IŞIL ışıl İpek', 'isil isil ipek'],
  ['Søren Łukasz Æsir', 'soren lukasz aesir'],
  ['小白', '小 白'],
  ['Mr小白', 'mr 小 白'],
  ['ｶﾞﾌﾞ', 'ガ ブ'],
  ['바둑이', '바둑이'],
  ['मीरा', 'मीरा'],
  ['שָׁלוֹם', 'שלום'],
  ['№7 ﬁfi', 'no7 fifi'],
  ['🐶', ''],
])('%s is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['Muessig Käthe', ['muessig|mussig', 'kathe|kaethe']],
  ['Michael', ['michael|michal']],
  ['Noel Blue Bauer queens', ['noel', 'blue', 'bauer', 'queens']],
])('%s is searched for as %p', (query, terms) => {
  expect(foldSpellings(query)).toEqual(terms);
  expect(matchesTerms(foldText(query), terms)).toBe(true);
});

test('a key is bounded and well-formed words', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 255 }), (text) => {
      const folded = foldKey(text);
      expect(folded.isWellFormed()).toBe(true);
      expect(folded).toMatch(/^$|^[^\s'"*:]+( [^\s'"*:]+)*$/u);
      expect(Buffer.byteLength(folded)).toBeLessThan(2_704 - 100);
    }),
  );
  expect(foldKey('\u{FDFA}'.repeat(255)).length).toBeLessThanOrEqual(512);
  expect(foldKey('\u{20000}'.repeat(255)).length).toBeLessThanOrEqual(512);
  expect(foldText('x'.repeat(10_000))).toBe('x'.repeat(128));
});

test('a text matches the beginnings of its own words, in any order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const words = foldText(text).split(' ').filter(Boolean);
      const beginnings = words.map((word) => [...word].slice(0, 2).join('')).toReversed();
      expect(matchesTerms(foldText(text), foldTerms(beginnings.join(' ')))).toBe(true);
    }),
  );
});

test('the words of texts are folded, each once, and cut between words', () => {
  expect(foldWords(['Rosé ROSE rosé', 'Max-Max', ''], 100)).toBe('rose max');
  expect(foldWords(['小白', '大小'], 100)).toBe('小 白 大 小');
  expect(foldWords(['one two three'], 8)).toBe('one two');
  expect(foldWords(['one two three'], 7)).toBe('one two');
  expect(foldWords(['one two three'], 6)).toBe('one');
});

test('the terms of a search have no syntax', () => {
  expect(foldTerms(`"ros* NEAR(mur, 2)" OR b:x' -- ros`)).toEqual(['ros', 'near', 'mur', '2', 'or', 'b', 'x']);
  expect(foldTerms('小白 三')).toEqual(['小 白', '三']);
  expect(foldTerms('"*" 🐶')).toEqual([]);
  expect(matchesTerms('大 小 白', ['小 白'])).toBe(true);
  expect(matchesTerms('白 小', ['小 白'])).toBe(false);
});
