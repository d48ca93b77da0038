import { expect, test } from 'bun:test';
import { exampleOf, exampleOfContent } from './example.ts';
import { type JsonObject, printJsonLine, readJson, toObject } from './json.ts';
import { createResolve } from './resolve.ts';

const object = (text: string): JsonObject => toObject(readJson(text));
const resolve = createResolve(
  object(`{"components":{"schemas":{
    "Id":{"type":"integer","examples":[9223372036854775807]},
    "Node":{"type":"object","required":["next"],"properties":{"next":{"$ref":"#/components/schemas/Node"}}}}}}`),
);
const exampleFor = (text: string) => {
  const example = exampleOf(object(text), resolve);
  return example === undefined ? undefined : printJsonLine(example);
};

test.each([
  ['{"type":"string","example":"one","examples":["two"],"default":"three"}', '"one"'],
  ['{"type":"string","examples":["two"],"default":"three"}', '"two"'],
  ['{"const":3}', '3'],
  ['{"type":"string","enum":["a","b"]}', '"a"'],
  ['{"type":"string","enum":["a","b"],"default":"b"}', '"b"'],
  ['{"$ref":"#/components/schemas/Id"}', '9223372036854775807'],
])('a value in a schema is its example: %s', (text, example) => {
  expect(exampleFor(text)).toBe(example);
});

test.each([
  ['{"type":"integer","minimum":-9223372036854775808}', '-9223372036854775808'],
  ['{"type":"integer","maximum":-5}', '-5'],
  ['{"type":"integer","exclusiveMinimum":9007199254740993}', '9007199254740994'],
  ['{"type":"number"}', '1'],
  ['{"type":"boolean"}', 'true'],
  ['{"type":["null","string"],"minLength":6}', '"textxx"'],
  ['{"type":"string","maxLength":2}', '"te"'],
  ['{"type":"string","format":"date-time"}', '"2026-01-31T12:00:00Z"'],
  [
    '{"type":"array","items":{"$ref":"#/components/schemas/Id"},"minItems":2}',
    '[9223372036854775807,9223372036854775807]',
  ],
  ['{"type":"object","required":["a"],"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}}}', '{"a":true}'],
  ['{"type":"null"}', 'null'],
])('an example satisfies the rules of its schema: %s', (text, example) => {
  expect(exampleFor(text)).toBe(example);
});

test.each([
  ['{"oneOf":[{"type":"boolean"},{"type":"string"}]}', 'true'],
  [
    '{"type":"object","required":["a"],"properties":{"a":{"const":1}},"anyOf":[{"type":"object","required":["b"],"properties":{"b":{"const":2}}}]}',
    '{"a":1,"b":2}',
  ],
  [
    '{"allOf":[{"type":"object","required":["a"],"properties":{"a":{"const":1}}},{"type":"object","required":["b"],"properties":{"b":{"const":2}}}]}',
    '{"a":1,"b":2}',
  ],
  ['{"allOf":[{"$ref":"#/components/schemas/Id"}]}', '9223372036854775807'],
])('an example of a combined schema combines its parts: %s', (text, example) => {
  expect(exampleFor(text)).toBe(example);
});

test('the example of a recursive schema is finite', () => {
  expect(exampleFor('{"$ref":"#/components/schemas/Node"}')).toMatch(/^(\{"next":)+\{\}\}+$/);
});

test('the example of a body takes precedence over its schema, and a body without either has no example', () => {
  const schema = object('{"const":1}');
  const mediaType = 'application/json';
  expect(exampleOfContent({ mediaType, schema, examples: [{ name: '', value: 'own' }] }, resolve)).toBe('own');
  expect(String(exampleOfContent({ mediaType, schema, examples: [] }, resolve))).toBe('1');
  expect(exampleOfContent({ mediaType, schema: undefined, examples: [] }, resolve)).toBeUndefined();
});
