import { expect, test } from 'bun:test';
import { type JsonObject, printJson, readJson, toObject } from './json.ts';
import { exampleOf, exampleOfContent } from './schema.ts';

const object = (text: string): JsonObject => toObject(readJson(text));
const id = object('{"type":"integer","examples":[9223372036854775807]}');
const resolve = (value: unknown): JsonObject => {
  const schema = toObject(value as JsonObject);
  return schema['$ref'] === undefined ? schema : id;
};

test.each([
  ['{"type":"string","examples":["two"],"default":"three"}', '"two"'],
  ['{"type":"string","enum":["a","b"]}', '"a"'],
  ['{"type":"string","enum":["a","b"],"default":"b"}', '"b"'],
  ['{"$ref":"#/components/schemas/Id"}', '9223372036854775807'],
  ['{"type":"integer","minimum":-9223372036854775808}', '-9223372036854775808'],
  ['{"type":"integer"}', '1'],
  ['{"type":"boolean"}', 'true'],
  ['{"type":["string","null"]}', '"text"'],
  ['{"type":"string","format":"date-time"}', '"2026-01-31T12:00:00Z"'],
  ['{"type":"array","items":{"$ref":"#/components/schemas/Id"}}', '[9223372036854775807]'],
  ['{"type":"object","required":["a"],"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}}}', '{"a":true}'],
])('a value in a schema is its example, or a simple one of its type: %s', (text, example) => {
  expect(printJson(exampleOf(object(text), resolve))).toBe(example);
});

test('the example of a body takes precedence over its schema, and a body without either has no example', () => {
  const schema = object('{"type":"boolean"}');
  const mediaType = 'application/json';
  expect(exampleOfContent({ mediaType, schema, examples: [{ name: '', value: 'own' }] }, resolve)).toBe('own');
  expect(exampleOfContent({ mediaType, schema, examples: [] }, resolve)).toBe(true);
  expect(exampleOfContent({ mediaType, schema: undefined, examples: [] }, resolve)).toBeUndefined();
  const bytes = object('{"type":"string","format":"binary"}');
  expect(exampleOfContent({ mediaType, schema: bytes, examples: [] }, resolve)).toBeUndefined();
});
