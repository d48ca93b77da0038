import { expect, test } from 'bun:test';
import committed from '../../../openapi.json' with { type: 'json' };
import { readDocument } from './document.ts';
import type { DocumentOperation } from './operation.ts';

const read = (parts: object) => readDocument(JSON.stringify({ openapi: '3.1.0', ...parts }));
const operationsOf = (parts: object): DocumentOperation[] => read(parts).groups.flatMap(({ operations }) => operations);
const ok = { responses: { 200: { description: 'Fine.' } } };

test('reads every operation and schema of the service, in the order of the document', () => {
  const document = readDocument(JSON.stringify(committed));
  const paths = Object.values(committed.paths).flatMap((item) => Object.values(item) as { operationId: string }[]);
  const ids = document.groups.flatMap(({ operations }) => operations.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(20);
  expect([...ids].sort()).toEqual(paths.map(({ operationId }) => operationId).sort());
  expect(document.groups.map(({ name }) => name)).toEqual(committed.tags.map(({ name }) => name));
  expect(document.schemas.map(({ name }) => name)).toEqual(Object.keys(committed.components.schemas));
});

test('rejects a document that is not OpenAPI', () => {
  for (const text of ['', '<html>', '[]', '{"swagger":"2.0"}']) expect(() => readDocument(text)).toThrow(SyntaxError);
});

test('keeps every digit of numbers in the document', () => {
  const text =
    '{"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[{"name":"id","in":"query","example":9223372036854775807}]}}}}';
  const [parameter] = readDocument(text).groups[0]?.operations[0]?.parameters ?? [];
  expect(String(parameter?.example)).toBe('9223372036854775807');
});

test('operations inherit the parameters of their path and can override them; references are resolved', () => {
  const [operation] = operationsOf({
    paths: {
      '/a/{id}': {
        parameters: [
          { $ref: '#/components/parameters/Id' },
          { name: 'limit', in: 'query', description: 'of the path' },
          { name: 'limit', in: 'header', description: 'another one' },
        ],
        get: { ...ok, parameters: [{ name: 'limit', in: 'query', description: 'of the operation' }, { in: 'query' }] },
      },
    },
    components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } } },
  });
  expect(operation?.parameters.map(({ name, location, description }) => [name, location, description])).toEqual([
    ['id', 'path', ''],
    ['limit', 'query', 'of the operation'],
    ['limit', 'header', 'another one'],
  ]);
  expect(operation?.parameters[0]).toMatchObject({ isRequired: true, isExploded: true });
});

test('resolves references to responses, bodies, headers and examples', () => {
  const [operation] = operationsOf({
    paths: {
      '/a': {
        post: {
          requestBody: { $ref: '#/components/requestBodies/Thing' },
          responses: { '4XX': { $ref: '#/components/responses/Wrong' }, default: { description: 'Else.' } },
        },
      },
    },
    components: {
      requestBodies: { Thing: { required: true, content: { 'application/json': { example: 1 } } } },
      responses: {
        Wrong: {
          description: 'Wrong.',
          headers: { 'Retry-After': { $ref: '#/components/headers/Pause' } },
          content: { 'application/json': { examples: { one: { $ref: '#/components/examples/One' }, two: {} } } },
        },
      },
      headers: { Pause: { description: 'Seconds.', schema: { type: 'integer' } } },
      examples: { One: { value: 'first' } },
    },
  });
  expect(operation?.body?.content).toMatchObject([{ mediaType: 'application/json', schema: undefined }]);
  expect(operation?.responses.map(({ status }) => status)).toEqual(['4XX', 'default']);
  expect(operation?.responses[0]?.headers).toMatchObject([{ name: 'Retry-After', description: 'Seconds.' }]);
  expect(operation?.responses[0]?.content[0]?.examples).toEqual([{ name: 'one', value: 'first' }]);
});

test('a reference that is broken or refers to itself resolves to nothing', () => {
  const { resolve } = read({ components: { schemas: { Loop: { $ref: '#/components/schemas/Loop' } } } });
  expect(resolve({ $ref: '#/components/schemas/Loop' })).toEqual({});
  expect(resolve({ $ref: '#/components/schemas/constructor' })).toEqual({});
  expect(resolve({ $ref: 'https://example.org/other.json' })).toEqual({});
});

test('keywords beside a reference take precedence over the referenced schema', () => {
  const { resolve } = read({ components: { schemas: { 'a/b': { type: 'string', description: 'far' } } } });
  const resolved = resolve({ $ref: '#/components/schemas/a~1b', description: 'near' });
  expect(resolved).toEqual({ type: 'string', description: 'near' });
});

test('an operation needs a key if the document or the operation says so, with the scopes listed', () => {
  const operations = operationsOf({
    security: [{ bearer: [] }],
    paths: {
      '/a': {
        get: ok,
        put: { ...ok, security: [] },
        post: { ...ok, security: [{}, { bearer: [] }] },
        delete: { ...ok, security: [{ bearer: ['things:write'] }], 'x-scope': 'things:delete' },
      },
    },
  });
  expect(operations.map(({ method, needsKey }) => [method, needsKey])).toEqual([
    ['GET', true],
    ['PUT', false],
    ['POST', false],
    ['DELETE', true],
  ]);
  expect(operations[3]?.scopes).toEqual(['things:delete', 'things:write']);
});

test('groups operations by their first tag, including tags that the document does not list', () => {
  const { groups } = read({
    tags: [{ name: 'empty' }, { name: 'listed', description: 'Those.' }],
    paths: { '/a': { get: { tags: ['new', 'listed'] }, put: {}, post: { tags: ['listed'] }, summary: 'no method' } },
  });
  expect(groups.map(({ name, operations }) => [name, operations.map(({ id }) => id)])).toEqual([
    ['listed', ['post/a']],
    ['new', ['get/a']],
    ['Other operations', ['put/a']],
  ]);
});
