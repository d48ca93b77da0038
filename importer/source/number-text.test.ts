import { expect, test } from 'bun:test';
import { cleanNumberText, isShortenedNumber } from './number-text.ts';

test.each([
  ['="981000000000001"', '981000000000001'],
  ["'981000000000001", '981000000000001'],
  ['981 000-000\u00a0000\u2011001', '981000000000001'],
  [' 981\u202f000\u202f000\u202f000\u202f001\u200b ', '981000000000001'],
  ['\ufeff981000000000001', '981000000000001'],
  ['981000000000001.0', '981000000000001'],
  ['="A-12"', 'A-12'],
  ["'0042", '0042'],
  ['2026-02-03', '2026-02-03'],
  ['12-34 56', '12-34 56'],
  ['A0012 345 678 901', 'A0012 345 678 901'],
  ['+49 171 2345678', '+49 171 2345678'],
  ['981000000000001.5', '981000000000001.5'],
  ["'Tis", "'Tis"],
  [' Rex ', 'Rex'],
  ['', ''],
])('%j means %j', (cell, text) => expect(cleanNumberText(cell)).toBe(text));

test.each([
  [' 9.81E+14 ', true],
  ['9,81e+14', true],
  ['1E+15', true],
  ['9.81E-14', false],
  ['A9.81E+14', false],
  ['981', false],
])('whether %j is shortened: %p', (cell, is) => expect(isShortenedNumber(cell)).toBe(is));
