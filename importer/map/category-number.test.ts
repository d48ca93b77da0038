import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseInt64 } from '../../contract/int64.ts';
import { Categories, numberCategory } from './category-number.ts';

const numberOf = (cell: string) => numberCategory(cell)?.categoryId;

const text = fc.string({ unit: 'grapheme', minLength: 1 });

test('a canonical int64 maps to itself, exactly', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(fc.property(int64, (id) => expect(numberOf(` ${id} `)).toBe(id)));
});

test('rejects text that is not a canonical int64', () => {
  const texts = ['', '+1', '01', '-0', '1.0', '1e3', '9223372036854775808', '-9223372036854775809', '٣', '1 2'];
  expect(texts.map(parseInt64)).toEqual(texts.map(() => undefined));
});

test('an integer beyond 64 bits has no number, and a non-canonical spelling within 64 bits counts as text', () => {
  const tooLarge = ['9223372036854775808', '-9223372036854775809', '+9223372036854775808', `00${'9'.repeat(20)}`];
  expect([...tooLarge, '9'.repeat(100_000)].map(numberOf)).toEqual(new Array(5).fill(undefined));
  const texts = ['+9223372036854775807', '007', '-0', '1.0', '9223372036854775808a', '0'.repeat(40)];
  expect(texts.map((text) => numberCategory(text)?.text)).toEqual(texts);
});

test('any other text maps to a positive number that a double represents exactly', () => {
  fc.assert(
    fc.property(text, (cell) => {
      fc.pre(parseInt64(cell.trim()) === undefined);
      const id = numberOf(cell) ?? 0n;
      expect(id >= 2n ** 48n && id < 2n ** 49n).toBe(true);
    }),
  );
});

test('equal texts map to one number, whatever the surrounding whitespace and the Unicode normalization form', () => {
  fc.assert(
    fc.property(text, (cell) => {
      const spellings = [cell.normalize('NFD'), `  ${cell.normalize('NFC')}\t`, `\u00a0${cell}`];
      expect(new Set(spellings.map(numberOf)).size).toBe(1);
    }),
  );
});

test('different texts map to different numbers', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme-ascii' }), {
    selector: (cell) => cell.trim(),
    minLength: 50,
    maxLength: 200,
  });
  fc.assert(fc.property(texts, (cells) => expect(new Set(cells.map(numberOf)).size).toBe(cells.length)));
});

test('the numbers never change between releases', () => {
  expect(['Dog', 'Cat', 'Cariño'].map(numberOf)).toEqual([381640361325310n, 324466166834283n, 285441692789470n]);
});

test('names differ by signs with a meaning, and another spelling of a name is told', () => {
  const categories = new Categories([{ id: 7n, name: 'Big Dogs' }]);
  const pairs = ['Cats FIV+; Cats FIV-', 'Dogs > 10 kg; Dogs < 10 kg', 'C++; C', 'Cat (indoor); Cat indoor', 'が; か'];
  const names = pairs.join('; ').split('; ');
  expect(new Set(names.map((name) => categories.number(name)?.categoryId)).size).toBe(names.length);
  const spelled = ['BIG-DOGS', 'bíg  dogs'].map((text) => ({ categoryId: 7n, text, takenFor: 'Big Dogs' }));
  expect([...spelled, { categoryId: 7n, text: 'Big Dogs' }].map(({ text }) => categories.number(text))).toEqual([
    ...spelled,
    { categoryId: 7n, text: 'Big Dogs' },
  ]);
});

test('a word for a species goes to the one category that the service has for it, and else is a category of its own', () => {
  const one = new Categories([
    { id: 1n, name: 'Dogs' },
    { id: 2n, name: 'Small dogs' },
  ]);
  const dogs = ['Dog', 'Hund', 'perro'].map((text) => ({ categoryId: 1n, text, takenFor: 'Dogs' }));
  expect(dogs.map(({ text }) => one.number(text))).toEqual(dogs);
  for (const text of ['Cat', 'Beagle', 'Old dogs']) expect(one.number(text)).toEqual(numberCategory(text));
  const several = new Categories([
    { id: 1n, name: 'Dogs' },
    { id: 2n, name: 'Hunde' },
  ]);
  expect(several.number('Dog')).toEqual(numberCategory('Dog'));
});
