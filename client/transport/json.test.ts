import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/support/data/any-character.ts';
import { parseJson, stringifyJson } from './json.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('every int64 survives a round trip, at any depth', () => {
  fc.assert(
    fc.property(int64, int64, (id, categoryId) => {
      const value = { id, pets: [{ categoryId }] };
      expect(parseJson(stringifyJson(value))).toEqual(value);
    }),
  );
});

test('writes an int64 as plain digits', () => {
  fc.assert(fc.property(int64, (id) => expect(stringifyJson({ id })).toBe(`{"id":${id}}`)));
});

test('any text survives a round trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => expect(parseJson(stringifyJson(name))).toBe(name)),
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
