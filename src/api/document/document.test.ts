import { expect, test } from 'bun:test';
import { Check } from 'typebox/schema';
import { printDocument } from '../../../scripts/emit-document.ts';
import { recordExamples } from '../../../scripts/generate-examples.ts';
import { expandReferences } from '../../../tests/support/breaking-changes/document.ts';
import { operations } from '../../catalogue/resources.ts';
import { Components, type Json } from './components.ts';
import { examples } from './examples.ts';
import { toInt64Strings } from './int64-strings.ts';
import { toOpenApi30, withoutUnused } from './openapi-3-0.ts';
import { errorCodes } from './responses.ts';

const printed = printDocument();
const document: Json = JSON.parse(printed);

test('the committed openapi.json is up to date', async () => {
  expect(await Bun.file('openapi.json').text()).toBe(printed);
});

test('the examples are real responses of the service', async () => {
  expect(await recordExamples()).toEqual(examples);
});

test('each operation with a body and each of its error codes has an example', () => {
  for (const { id, response } of operations) {
    expect([id, examples.operations[id]?.response !== undefined]).toEqual([id, response.schema !== undefined]);
  }
  for (const code of new Set(operations.flatMap(errorCodes)))
    expect([code, code in examples.errors]).toEqual([code, true]);
});

test('every example is as its schema says', () => {
  const parts = findParts(expandReferences(document), ({ schema }) => typeof schema === 'object');
  const all = parts.flatMap(({ schema, example, examples = {} }) =>
    [{ value: example }, ...Object.values(examples as Record<string, { value?: unknown }>)]
      .filter(({ value }) => value !== undefined)
      .map(({ value }) => ({ schema: schema as Json, value })),
  );
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ schema, value }) => !Check(schema, value))).toEqual([]);
});

test('no parameter, header or response is repeated in the document', () => {
  const { components: _, ...rest } = document;
  const seen = new Map<string, number>();
  const look = (value: unknown, isPart: boolean) => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if (isPart && !text.startsWith('{"$ref"')) seen.set(text, (seen.get(text) ?? 0) + 1);
    for (const [name, member] of Object.entries(value)) {
      const areParts = ['parameters', 'headers', 'responses'].includes(name);
      if (areParts) for (const part of Object.values(member as object)) look(part, true);
      else look(member, false);
    }
  };
  look(rest, false);
  expect([...seen].filter(([, count]) => count > 1)).toEqual([]);
  expect(JSON.stringify(document).length).toBeLessThan(5_750 * operations.length);
});

test('every string has a greatest length, fixed values or a format of fixed length', () => {
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  // An error message has as many sentences as the request has faults.
  const { Error: _, Problem: __, ...bounded } = schemas;
  const bounds = ['maxLength', 'enum', 'x-extensible-enum', 'const'];
  const isBounded = (schema: Json) =>
    bounds.some((name) => name in schema) || ['date', 'date-time'].includes(String(schema['format']));
  const strings = findParts(bounded, ({ type }) => type === 'string');
  expect(strings.length).toBeGreaterThan(50);
  expect(strings.filter((schema) => !isBounded(schema))).toEqual([]);
});

test('every component is used', () => {
  const { components } = document as { components: Record<string, Json> };
  const text = JSON.stringify(document);
  const unused = Object.entries(components).flatMap(([section, parts]) =>
    Object.keys(parts).filter(
      (name) => section !== 'securitySchemes' && !text.includes(`"#/components/${section}/${name}"`),
    ),
  );
  expect(unused).toEqual([]);
});

test('rejects two components of the same name', () => {
  const components = new Components();
  expect(components.share('headers', 'Age', { description: 'One.' })).toEqual({ $ref: '#/components/headers/Age' });
  expect(() => components.share('headers', 'Age', { description: 'Another.' })).toThrow('are named Age');
});

test('values in responses may be extended, and values in requests may not', () => {
  const { components } = document as { components: { schemas: Record<string, Json> } };
  for (const name of ['EventType', 'Scope', 'Role', 'KeyStatus', 'WebhookStatus', 'DeliveryStatus']) {
    expect([name, Object.keys(components.schemas[name] ?? {})]).toEqual([
      name,
      expect.arrayContaining(['x-extensible-enum']),
    ]);
    expect([name, components.schemas[name]?.['enum']]).toEqual([name, undefined]);
  }
  expect(JSON.stringify(components.schemas['NewKey'])).toContain('#/components/schemas/KnownScope');
  expect(components.schemas['KnownScope']?.['enum']).toEqual(components.schemas['Scope']?.['x-extensible-enum']);
});

test('the OpenAPI 3.0 form is in its own syntax', () => {
  const older = toOpenApi30(document);
  expect([older['openapi'], older['webhooks']]).toEqual(['3.0.3', undefined]);
  const text = JSON.stringify(older);
  expect(text).not.toMatch(/"const":|"examples":\[|"identifier":/);
  expect(text).not.toContain('SentWebhookId');
  const bodies = findParts(older, ({ content }) => content !== undefined && typeof content === 'object');
  const mediaTypes = bodies.flatMap(({ content }) => Object.entries(content as Record<string, Json>));
  expect(mediaTypes.filter(([, { schema }]) => schema === undefined)).toEqual([]);
  expect(mediaTypes.find(([type]) => type === 'image/jpeg')?.[1]).toMatchObject({ schema: { format: 'binary' } });
  const enums = findParts(older, (part) => Array.isArray(part['enum'])).map((part) => part['enum'] as unknown[]);
  expect(enums.filter((values) => values.includes(null))).toEqual([]);
});

/** Every object of the document that `matches`, with the name of the member that holds it. */
function findParts(part: unknown, matches: (part: Json) => boolean): Json[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.values(part).flatMap((member) => findParts(member, matches));
  return !Array.isArray(part) && matches(part as Json) ? [part as Json, ...within] : within;
}

test('the form for 64-bit integers as strings, also as OpenAPI 3.0, has every operation, and strings in schemas and examples', () => {
  const isInt64 = ({ type, format }: Json) => [type].flat().includes('integer') && format === 'int64';
  const isText = ({ type, format }: Json) => [type].flat().includes('string') && format === 'int64';
  const { webhooks: _, ...described } = document;
  const strings = toInt64Strings(document);
  expect(findParts(strings, isInt64)).toEqual([]);
  expect(findParts(strings, isText).length).toBe(findParts(withoutUnused(described), isInt64).length);
  expect(findParts(strings, isText).flatMap(({ minimum, maximum, examples }) => [minimum, maximum, examples])).toEqual(
    expect.not.arrayContaining([expect.any(Number), [expect.any(Number)]]),
  );
  const exampleOf = (of: Json, path: string, method: string, status: string, type: string) => {
    const { responses } = (of['paths'] as Record<string, Record<string, { responses: Record<string, Json> }>>)[path]?.[
      method
    ] ?? { responses: {} };
    return (responses[status]?.['content'] as Record<string, Json> | undefined)?.[type]?.['example'];
  };
  const quoted = (json: string) => json.replaceAll(/("(?:id|petId|categoryId|orderId)":)(\d+)/g, '$1"$2"');
  for (const [path, method, status] of [
    ['/pets', 'get', '200'],
    ['/pets', 'post', '201'],
    ['/events', 'get', '200'],
  ] as const) {
    const plain = JSON.stringify(exampleOf(document, path, method, status, 'application/json'));
    const text = JSON.stringify(exampleOf(strings, path, method, status, 'application/json'));
    expect([text, text === plain]).toEqual([quoted(plain), false]);
  }
  const [plain, text] = [document, strings].map((of) => exampleOf(of, '/events', 'get', '200', 'text/event-stream'));
  expect([text, text === plain]).toEqual([quoted(String(plain)), false]);
  // `npm run test:ecosystem` has generators of clients read both forms.
  const older = toOpenApi30(strings);
  expect(findParts(older, isInt64)).toEqual([]);
  const ids = findParts(older, ({ operationId }) => operationId !== undefined).map(({ operationId }) => operationId);
  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test('a path parameter has the id of a recorded example', () => {
  const parameters = findParts(document, (part) => part['in'] === 'path');
  expect(parameters.map(({ name, example }) => [name, example])).toEqual(
    parameters.map(({ name }) => [
      name,
      { categoryId: 3, intoId: 3, keyId: 2, deviceId: 3, eventId: 11 }[String(name)] ?? 1,
    ]),
  );
  expect(parameters.length).toBeGreaterThanOrEqual(6);
});

test('only path parameters have an example: tools that import the document send whatever has one', () => {
  const parameters = findParts(document, (part) => typeof part['in'] === 'string' && 'name' in part);
  expect(parameters.filter((part) => part['in'] !== 'path' && ('example' in part || 'examples' in part))).toEqual([]);
});
