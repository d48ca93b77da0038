import { expect, test } from 'bun:test';
import { generateClientTypes, generateVersion } from './generate-client.ts';

const read = (path: string) => Bun.file(new URL(path, import.meta.url)).text();

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
  const types = await generateClientTypes(JSON.stringify({ paths: {}, components: { schemas } }));
  for (const member of ['id: bigint;', 'next?: bigint | null;', 'weight?: number;', 'status?: string;']) {
    expect(types).toContain(member);
  }
});
