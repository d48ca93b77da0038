import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { JsonNumber, type JsonValue, parseJsonObject } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Converts numbers to what JSON.parse makes of their text. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  }
  return value;
}

const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme', noUnicodeString: false });

test('reads every JSON object as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.constantFrom(undefined, 1), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      expect(plain(parseJsonObject(bytes(text)))).toEqual(JSON.parse(text));
    }),
  );
});

test('keeps every digit of a number, and the text of any number but a short integer', () => {
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    fc.constantFrom('1.0', '1e2', '1E2', '-0', '-0.0', '123456789012345', '1234567890123456', '5.000000000000000001'),
  );
  fc.assert(
    fc.property(number, (text) => {
      const value = parseJsonObject(bytes(`{"a":[${text}]}`))['a'];
      const isShort = /^-?\d{1,15}$/.test(text);
      expect(value).toEqual([isShort ? Number(text) : new JsonNumber(text)]);
    }),
  );
});

test('rejects a repeated member, at any depth, with escapes and without', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"b":[{"a":1,"a":2}]}',
    '{"a":1,"\\u0061":1}',
    '{"__proto__":1,"__proto__":2}',
  ]) {
    expect(() => parseJsonObject(bytes(text))).toThrow('an object repeats a member');
  }
  expect(parseJsonObject(bytes('{"a":{"a":1},"__proto__":1}'))).toBeDefined();
});

test('accepts or rejects any bytes, and never fails otherwise', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array(), fc.string({ unit: fc.constantFrom(...'{}[]":,\\0e-truu\u00e9') }).map(bytes)),
      (input) => {
        try {
          parseJsonObject(input);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_json' });
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('accepts 32 levels of nesting, and does not count braces in strings', () => {
  const deep = `{"a":${'['.repeat(31)}${']'.repeat(31)}}`;
  expect(parseJsonObject(bytes(deep))).toBeDefined();
  expect(parseJsonObject(bytes(`{"a":"${'[{:'.repeat(50)}\\""}`))).toEqual({ a: `${'[{:'.repeat(50)}"` });
});
