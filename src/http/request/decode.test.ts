import { expect, test } from 'bun:test';
import { Type } from 'typebox';
import { nullable } from '../../api/schemas.ts';
import type { FieldError } from '../../errors/faults.ts';
import { decodeJson, unknownNames } from './decode.ts';
import { parseJsonObject } from './json.ts';

const int64 = Type.Unsafe<bigint>({ type: 'integer', format: 'int64' });
const word = Type.String({ minLength: 1, maxLength: 3 });
const words = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: word,
  propertyNames: { minLength: 2 },
  maxProperties: 2,
});
const schema = Type.Object(
  {
    flag: Type.Optional(Type.Boolean()),
    kind: Type.Optional(nullable(Type.Unsafe<'a' | 'b'>({ $id: 'Kind', type: 'string', enum: ['a', 'b'] }))),
    inner: Type.Optional(nullable(Type.Object({ amount: int64, note: Type.Optional(nullable(word)) }))),
    words: Type.Optional(nullable(words)),
    list: Type.Optional(nullable(Type.Array(word, { uniqueItems: true }))),
  },
  { additionalProperties: false },
);

const decode = (text: string) => {
  const errors: FieldError[] = [];
  const value = decodeJson(schema, parseJsonObject(new TextEncoder().encode(text)), errors);
  return { value, faults: errors.map(({ pointer, detail }) => `${pointer} ${detail}`) };
};

test.each([
  ['{}', {}],
  ['{"flag":false}', { flag: false }],
  ['{"kind":"b","inner":{"amount":9007199254740993}}', { kind: 'b', inner: { amount: 9007199254740993n } }],
  ['{"inner":{"amount":1,"note":null}}', { inner: { amount: 1n, note: null } }],
  ['{"kind":null,"inner":null,"words":null,"list":null}', { kind: null, inner: null, words: null, list: null }],
  ['{"words":{"constructor":"x","ab":"y"}}', { words: { constructor: 'x', ab: 'y' } }],
])('types %s', (text, value) => {
  expect(decode(text)).toEqual({ value, faults: [] });
});

test('a member with the name __proto__ is a member like any other', () => {
  const decoded = decode('{"words":{"__proto__":"x"}}');
  expect(JSON.stringify(decoded)).toBe('{"value":{"words":{"__proto__":"x"}},"faults":[]}');
});

test.each([
  ['{"flag":null}', ['#/flag must be true or false']],
  ['{"flag":"true"}', ['#/flag must be true or false']],
  ['{"flag":0}', ['#/flag must be true or false']],
  ['{"kind":"c"}', ['#/kind must be one of a, b']],
  ['{"kind":1}', ['#/kind must be one of a, b']],
  ['{"inner":{"amount":null}}', ['#/inner/amount must be a 64-bit integer']],
  ['{"inner":[]}', ['#/inner must be an object']],
  ['{"words":[]}', ['#/words must be an object']],
  ['{"words":{"aa":"1","bb":"2","cc":"3"}}', ['#/words must have at most 2 members, but has 3']],
  [
    '{"words":{"a/b~ü":"long","":null}}',
    [
      '#/words/a~1b~0%C3%BC must have 1 to 3 characters, but has 4',
      '#/words/ needs another name, which must have at least 2 characters, but has 0',
      '#/words/ must be a string',
    ],
  ],
  [
    '{"flag":1,"inner":{"note":"long","more":1},"list":["a","a"]}',
    [
      '#/flag must be true or false',
      '#/inner/amount is required',
      '#/inner/note must have 1 to 3 characters, but has 4',
      '#/inner/more is unknown. Known fields: amount, note',
      '#/list must not contain duplicates',
    ],
  ],
])('names every fault of %s', (text, faults) => {
  expect(decode(text).faults).toEqual(faults);
});

test('names the first ten of many unknown names, and how many others there are', () => {
  const names = Array.from({ length: 12 }, (_, index) => `x${index}`);
  const errors = unknownNames('parameter', names, ['limit'], (name) => `?${name}`);
  expect(errors.map(({ pointer }) => pointer)).toEqual(names.slice(0, 10).map((name) => `?${name}`));
  expect(errors[0]?.sentence).toEndWith('"x8", "x9" and 2 more. Known parameters: limit');
});
