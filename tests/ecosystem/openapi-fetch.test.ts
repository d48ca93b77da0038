import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import createClient, { type Client } from 'openapi-fetch';
import { adminKey, startServer, type TestServer } from '../support/server.ts';
import type { paths } from './generated/petstore.d.ts';

const folder = import.meta.dir;
let server: TestServer;
let client: Client<paths>;

async function runTool(...words: string[]): Promise<{ exitCode: number; output: string }> {
  const program = Bun.spawn(['node', ...words], { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([program.stdout.text(), program.stderr.text()]);
  return { exitCode: await program.exited, output: stdout + stderr };
}

beforeAll(async () => {
  const document = join(folder, '../../openapi.json');
  const generator = 'node_modules/openapi-typescript/bin/cli.js';
  const { exitCode, output } = await runTool(generator, document, '--output', 'generated/petstore.d.ts');
  if (exitCode !== 0) throw new Error(`the types cannot be generated: ${output}`);
  server = await startServer();
  client = createClient<paths>({ baseUrl: `${server.url}/v1`, headers: { Authorization: `Bearer ${adminKey}` } });
});
afterAll(async () => {
  await server.stop();
});

test('the compiler accepts the generated types, and what this file does with them', async () => {
  expect(await runTool('node_modules/typescript/bin/tsc', '--project', '.')).toEqual({ exitCode: 0, output: '' });
}, 60_000);

test('an animal is created, found in the list, and changed', async () => {
  const created = await client.POST('/pets', { body: { name: 'Frank', categoryId: 3 } });
  expect(created.response.status).toBe(201);
  expect(created.data).toMatchObject({ name: 'Frank', categoryId: 3, status: 'available' });
  const petId = created.data?.id ?? 0;
  const changed = await client.PATCH('/pets/{petId}', { params: { path: { petId } }, body: { status: 'sold' } });
  expect(changed.data?.status).toBe('sold');
  const listed = await client.GET('/pets', { params: { query: { status: 'sold', id: [petId] } } });
  expect(listed.data).toEqual([{ id: petId, name: 'Frank', categoryId: 3, status: 'sold' }]);
});

test('an error has its documented form', async () => {
  // @ts-expect-error A new animal needs a category.
  const incomplete = await client.POST('/pets', { body: { name: 'Frank' } });
  expect(incomplete.data).toBeUndefined();
  expect(incomplete.response.status).toBe(400);
  expect(incomplete.error?.code).toBe('validation_failed');
  const missing = await client.POST('/store/orders', { body: { petId: 4711 } });
  expect(missing.error?.code).toBe('pet_not_found');
});
