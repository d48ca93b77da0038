import { expect, test } from 'bun:test';
import openapiTypes, { astToString } from 'openapi-typescript';
import { printDocument } from '../../../scripts/emit-document.ts';
import { recordExamples } from '../../../scripts/generate-examples.ts';
import { operations } from '../table.ts';
import { Components, type Json } from './components.ts';
import { examples } from './examples.ts';
import { toOpenApi30 } from './openapi-3-0.ts';
import { errorCodes } from './responses.ts';

const document: Json = JSON.parse(printDocument());

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
  expect(JSON.stringify(document).length).toBeLessThan(5_000 * operations.length);
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

test('the OpenAPI 3.0 form describes the same operations in its own syntax', async () => {
  const older = toOpenApi30(document);
  expect([older['openapi'], older['webhooks']]).toEqual(['3.0.3', undefined]);
  const text = JSON.stringify(older);
  expect(text).not.toMatch(/"const":|"examples":\[|"identifier":/);
  expect(text).not.toContain('SentWebhookId');
  const types = astToString(await openapiTypes(text));
  for (const { id } of operations) expect(types).toContain(`operations["${id}"]`);
});
