import { expect, test } from 'bun:test';
import { type Resolve, referencedSchema } from './document.ts';
import { type JsonObject, readJson, toObject } from './json.ts';
import { describeType, listConstraints, listFields } from './schema.ts';

const schema = (text: string): JsonObject => toObject(readJson(text));
const schemas: Record<string, JsonObject> = {
  Pet: schema('{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"mother":{}}}'),
  Pets: schema('{"type":"array","items":{"$ref":"#/components/schemas/Pet"}}'),
};
const resolve: Resolve = (value) => schemas[referencedSchema(toObject(value)) ?? ''] ?? toObject(value);

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
  ['{}', 'any', undefined],
])('the type of %s is shown as %s', (text, words, reference) => {
  expect(describeType(schema(text))).toEqual({ words, reference });
});

test.each([
  [
    '{"minimum":-9223372036854775808,"maximum":9223372036854775807}',
    'minimum -9223372036854775808; maximum 9223372036854775807',
  ],
  ['{"minLength":1,"maxLength":255,"pattern":"^a$"}', 'minimum length 1; maximum length 255; pattern ^a$'],
  ['{"minItems":1,"maxItems":6,"uniqueItems":true}', 'minimum items 1; maximum items 6; distinct items'],
  ['{"enum":["a",null,3],"default":"a","examples":["a"]}', 'one of a null 3; default a'],
  ['{"examples":["x",7]}', 'examples x 7'],
  ['{"example":"x"}', 'example x'],
  ['{"examples":[{"a":1},[1]]}', ''],
  ['{"additionalProperties":false}', 'no other fields'],
])('shows the constraints of %s', (text, told) => {
  const constraints = listConstraints(schema(text));
  expect(constraints.map(({ label, values }) => [label, ...values].join(' ')).join('; ')).toBe(told);
});

test('an array has the fields of its items, also through references; a map has its values, and a plain value nothing', () => {
  const fieldsOf = (text: string) =>
    listFields(schema(text), resolve).map(({ name, isRequired }) => [name, isRequired]);
  expect(fieldsOf('{"$ref":"#/components/schemas/Pets"}')).toEqual([
    ['id', true],
    ['mother', false],
  ]);
  expect(fieldsOf('{"additionalProperties":{"type":"integer"}}')).toEqual([['(any other name)', false]]);
  expect(fieldsOf('{"type":"string"}')).toEqual([]);
});
