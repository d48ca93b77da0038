import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/support/data/any-character.ts';
import { parseJson, stringifyJson } from './json.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('every int64, written as plain digits, and any text survive a round trip, at any depth', () => {
  fc.assert(
    fc.property(int64, int64, fc.string({ unit: anyCharacter }), (id, categoryId, name) => {
      const value = { id, pets: [{ categoryId, name }] };
      const text = stringifyJson(value);
      expect(parseJson(text)).toEqual(value);
      expect(text).toStartWith(`{"id":${id},"pets":[{"categoryId":${categoryId},"name":"`);
    }),
  );
});

test('parses a number with a fraction or an exponent as a number', () => {
  expect(parseJson('[1.5,1e2,-0]')).toEqual([1.5, 100, 0n]);
});

test('a member named __proto__ is data and does not change a prototype', () => {
  const value = parseJson('{"__proto__":{"isAdmin":true}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('omits a member that is undefined', () => {
  expect(stringifyJson({ name: 'Frank', status: undefined })).toBe('{"name":"Frank"}');
});

test('rejects text that is not JSON', () => {
  for (const text of ['', '{', '{"a":01}', 'nil', '[1,]']) expect(() => parseJson(text)).toThrow(SyntaxError);
});
