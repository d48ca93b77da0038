import { expect, test } from 'bun:test';
import committed from '../../../openapi.json' with { type: 'json' };
import { readDocument } from './document.ts';
import { constraintLabels } from './schema.ts';

const loaded = readDocument(await Bun.file('openapi.json').text());
const operations = loaded.groups.flatMap((group) => group.operations);

test('reads groups and schemas in the order of the document', () => {
  expect(loaded.groups.map(({ name }) => name)).toEqual(committed.tags.map(({ name }) => name));
  expect(loaded.schemas.map(({ name }) => name)).toEqual(Object.keys(committed.components.schemas));
});

test('rejects a document that is not OpenAPI', () => {
  for (const text of ['', '<html>', '[]', '{"swagger":"2.0"}']) expect(() => readDocument(text)).toThrow(SyntaxError);
});

test('keeps every digit of numbers in the document', async () => {
  const text = await Bun.file('openapi.json').text();
  const { schemas } = readDocument(text.replaceAll('"maxLength": 255', '"maxLength": 9223372036854775807'));
  expect(JSON.stringify(schemas).includes('9223372036854775807')).toBe(true);
});

test('resolves references, with what stands beside them in their place', () => {
  const list = operations.find(({ id }) => id === 'listPets');
  const [limit] = list?.parameters ?? [];
  expect(limit).toMatchObject({ name: 'limit', location: 'query', isRequired: false, schema: { type: 'integer' } });
  const refused = list?.responses.find(({ status }) => status === '400');
  expect(refused?.headers.map(({ name }) => name)).toContain('X-Request-Id');
  const [content] = refused?.content ?? [];
  expect(content?.examples.map(({ name }) => name)).toContain('invalid_parameter');
  expect(content?.examples.every(({ value }) => value !== undefined)).toBe(true);
  const { resolve } = loaded;
  expect(resolve({ $ref: '#/components/schemas/Pet', description: 'near' })).toMatchObject({
    type: 'object',
    description: 'near',
  });
});

test('the document uses no part of OpenAPI that the page leaves out', () => {
  const known = [
    ...['type', 'format', 'items', 'properties', 'required', 'additionalProperties', 'uniqueItems', 'description'],
    // What a name may be is said in the description.
    ...['propertyNames', 'example', 'examples', '$ref', ...constraintLabels.map(([keyword]) => keyword)],
  ];
  const unknown = new Set<string>();
  const read = (schema: object): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!known.includes(keyword) && !keyword.startsWith('x-')) unknown.add(keyword);
      if (keyword === 'properties') Object.values(value as object).forEach(read);
      if ((keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object') read(value);
    }
  };
  Object.values(committed.components.schemas).forEach(read);
  for (const { parameters, body, responses } of operations) {
    for (const { schema } of parameters) read(schema);
    for (const { schema = {} } of body?.content ?? []) read(schema);
    for (const { schema = {} } of responses.flatMap(({ content }) => content)) read(schema);
  }
  expect([...unknown]).toEqual([]);
  const members = Object.values(committed.paths).flatMap((item) => Object.keys(item));
  expect(new Set(members)).toEqual(new Set(['get', 'post', 'put', 'patch', 'delete']));
  expect(
    operations.filter(({ tag, parameters }) => tag === undefined || parameters.some(({ name }) => name === '')),
  ).toEqual([]);
});
