import { expect, test } from 'bun:test';
import { type JsonObject, readJson, toObject } from './json.ts';
import { createResolve } from './resolve.ts';
import { describeType, listChildren, listConstraints } from './schema.ts';

const schema = (text: string): JsonObject => toObject(readJson(text));
const root = schema(`{"components":{"schemas":{
  "Pet":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"mother":{"$ref":"#/components/schemas/Pet"}}},
  "Pets":{"type":"array","items":{"$ref":"#/components/schemas/Pet"}}}}}`);
const resolve = createResolve(root);

test.each([
  ['{"type":"integer","format":"int64"}', 'integer (int64)', undefined],
  ['{"type":["string","null"]}', 'string or null', undefined],
  ['{"$ref":"#/components/schemas/Pet"}', '', 'Pet'],
  [
    '{"type":"array","items":{"type":"array","items":{"$ref":"#/components/schemas/Pet"}}}',
    'array of array of ',
    'Pet',
  ],
  ['{"type":"array"}', 'array of any', undefined],
  ['{"oneOf":[{"type":"string"}]}', 'one of', undefined],
  ['{"properties":{}}', 'object', undefined],
  ['{}', 'any', undefined],
])('the type of %s is shown as %s', (text, words, reference) => {
  expect(describeType(schema(text))).toEqual({ words, reference });
});

test.each([
  [
    '{"minimum":-9223372036854775808,"maximum":9223372036854775807}',
    'minimum -9223372036854775808; maximum 9223372036854775807',
  ],
  [
    '{"exclusiveMinimum":0,"exclusiveMaximum":1.50,"multipleOf":0.10}',
    'greater than 0; less than 1.50; multiple of 0.10',
  ],
  ['{"minLength":1,"maxLength":255,"pattern":"^a$"}', 'minimum length 1; maximum length 255; pattern ^a$'],
  ['{"minItems":1,"maxItems":6,"uniqueItems":true}', 'minimum items 1; maximum items 6; distinct items'],
  ['{"enum":["a",null,3],"default":"a","examples":["a"]}', 'one of a null 3; default a'],
  ['{"const":false}', 'always false'],
  ['{"examples":["x",7]}', 'examples x 7'],
  ['{"example":"x"}', 'example x'],
  ['{"examples":[{"a":1},[1]]}', ''],
  ['{"additionalProperties":false,"readOnly":true,"writeOnly":true}', 'no other fields; read-only; write-only'],
])('shows the constraints of %s', (text, told) => {
  const constraints = listConstraints(schema(text));
  expect(constraints.map(({ label, values }) => [label, ...values].join(' ')).join('; ')).toBe(told);
});

test('an array contains the fields of its items, also through references', () => {
  const { fields } = listChildren(schema('{"$ref":"#/components/schemas/Pets"}'), resolve);
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['id', true],
    ['mother', false],
  ]);
});

test('a map contains its values, a combination its schemas, and a plain value nothing', () => {
  const inside = listChildren(
    schema('{"additionalProperties":{"type":"integer"},"anyOf":[{"type":"string"}],"allOf":[{},{}]}'),
    resolve,
  );
  expect(inside.fields.map(({ name }) => name)).toEqual(['(any other name)']);
  expect(inside.combinations.map(({ label, schemas }) => [label, schemas.length])).toEqual([
    ['any of', 1],
    ['all of', 2],
  ]);
  expect(listChildren(schema('{"type":"string"}'), resolve)).toEqual({ fields: [], combinations: [] });
});
