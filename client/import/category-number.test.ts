import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseInt64 } from '../transport/int64.ts';
import { numberCategory } from './category-number.ts';

const numberOf = (cell: string) => numberCategory(cell)?.categoryId;

const text = fc.string({ unit: 'grapheme', minLength: 1 });

test('a canonical int64 stands for itself, exactly', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(fc.property(int64, (id) => expect(numberOf(` ${id} `)).toBe(id)));
});

test('what is no canonical int64 is not read as one', () => {
  const texts = ['', '+1', '01', '-0', '1.0', '1e3', '9223372036854775808', '-9223372036854775809', '٣', '1 2'];
  expect(texts.map(parseInt64)).toEqual(texts.map(() => undefined));
});

test('a number that 64 bits do not hold stands for nothing, and an odd spelling of one that they hold is a text', () => {
  const tooLarge = ['9223372036854775808', '-9223372036854775809', '+9223372036854775808', `00${'9'.repeat(20)}`];
  expect([...tooLarge, '9'.repeat(100_000)].map(numberOf)).toEqual(new Array(5).fill(undefined));
  const texts = ['+9223372036854775807', '007', '-0', '1.0', '9223372036854775808a', '0'.repeat(40)];
  expect(texts.map((text) => numberCategory(text)?.text)).toEqual(texts);
});

test('every other text gets a positive number that a double holds exactly', () => {
  fc.assert(
    fc.property(text, (cell) => {
      fc.pre(parseInt64(cell.trim()) === undefined);
      const id = numberOf(cell) ?? 0n;
      expect(id >= 2n ** 48n && id < 2n ** 49n).toBe(true);
    }),
  );
});

test('equal texts get one number, whatever blanks surround them and however their accents are composed', () => {
  fc.assert(
    fc.property(text, (cell) => {
      const spellings = [cell.normalize('NFD'), `  ${cell.normalize('NFC')}\t`, `\u00a0${cell}`];
      expect(new Set(spellings.map(numberOf)).size).toBe(1);
    }),
  );
});

test('different texts get different numbers', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme-ascii' }), {
    selector: (cell) => cell.trim(),
    minLength: 50,
    maxLength: 200,
  });
  fc.assert(fc.property(texts, (cells) => expect(new Set(cells.map(numberOf)).size).toBe(cells.length)));
});

test('the numbers are the same for ever', () => {
  expect(['Dog', 'Cat', 'Cariño'].map(numberOf)).toEqual([381640361325310n, 324466166834283n, 285441692789470n]);
});
