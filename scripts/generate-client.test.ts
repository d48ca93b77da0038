import { expect, test } from 'bun:test';
import { generateClientTypes, generateNameRule, generateVersion } from './generate-client.ts';

const read = (path: string) => Bun.file(new URL(path, import.meta.url)).text();

test('the types of the SDK are up to date with the document; `bun scripts/generate-client.ts` updates them', async () => {
  const types = await generateClientTypes(await read('../openapi.json'));
  expect(types === (await read('../client/schema.gen.ts'))).toBe(true);
});

test('the SDK has the same rule for names as the service', async () => {
  const rule = generateNameRule();
  expect(rule).toBe(await read('../client/name-rule.gen.ts'));
  expect(rule).toContain('"maxLength": 255');
});

test('the SDK tells the version of the package', async () => {
  expect(generateVersion()).toBe(await read('../client/version.gen.ts'));
});

test('integers become bigint, also nullable ones, and a default does not make a member required', async () => {
  const properties = {
    id: { type: 'integer', format: 'int64' },
    next: { type: ['integer', 'null'], format: 'int64' },
    weight: { type: 'number' },
    status: { type: 'string', default: 'available' },
  };
  const schemas = { Sample: { type: 'object', required: ['id'], properties } };
  const info = { title: 'Sample', version: '1' };
  const types = await generateClientTypes(
    JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } }),
  );
  for (const member of ['id: bigint;', 'next?: bigint | null;', 'weight?: number;', 'status?: string;']) {
    expect(types).toContain(member);
  }
});
