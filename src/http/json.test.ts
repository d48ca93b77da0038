import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { JsonNumber, type JsonValue, parseJsonObject } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Numbers back to what JSON.parse makes of their text. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  }
  return value;
}

const json = fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme', noUnicodeString: false });

test('reads every JSON object as the platform’s own parser does', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.constantFrom(undefined, 1), (object, indent) => {
      const text = JSON.stringify(object, null, indent);
      expect(plain(parseJsonObject(bytes(text)))).toEqual(JSON.parse(text));
    }),
  );
});

test('keeps every digit of a number', () => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      expect(parseJsonObject(bytes(`{"a":${value}}`))['a']).toEqual(new JsonNumber(String(value)));
    }),
  );
});

test('takes or refuses any bytes, and never fails otherwise', () => {
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

test('takes nesting of 32 levels, and braces in strings for no nesting', () => {
  const deep = `{"a":${'['.repeat(31)}${']'.repeat(31)}}`;
  expect(parseJsonObject(bytes(deep))).toBeDefined();
  expect(parseJsonObject(bytes(`{"a":"${'[{:'.repeat(50)}\\""}`))).toEqual({ a: `${'[{:'.repeat(50)}"` });
});
