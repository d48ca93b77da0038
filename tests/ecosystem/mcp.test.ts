import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startServer, type TestServer } from '../support/process/server.ts';
import { authorization, folder, toolEnvironment } from './tools.ts';

/** A bridge from npm makes a tool of every operation, as docs/clients.md says. */

let server: TestServer;
let client: Client;
/** Its document and its requests have 64-bit integers as strings. */
let stringsClient: Client;
beforeAll(async () => {
  server = await startServer();
  [client, stringsClient] = await Promise.all([connect('', ''), connect('?int64=string', ',Prefer:int64=string')]);
}, 60_000);
afterAll(async () => {
  await client.close();
  await stringsClient.close();
  await server.stop();
});

async function connect(documentQuery: string, furtherHeaders: string): Promise<Client> {
  const connected = new Client({ name: 'petstore-test', version: '1.0.0' });
  const bridge = new StdioClientTransport({
    command: 'node',
    args: ['node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js'],
    cwd: folder,
    env: {
      ...toolEnvironment,
      VERBOSE: 'false',
      API_BASE_URL: `${server.url}/v1`,
      OPENAPI_SPEC_PATH: `${server.url}/openapi.json${documentQuery}`,
      API_HEADERS: `Authorization:${authorization}${furtherHeaders}`,
    },
  });
  await connected.connect(bridge);
  return connected;
}

/** The body of the response that a tool got from the service. */
async function call(
  name: string,
  parameters: Record<string, unknown>,
  caller = client,
): Promise<{ isError: boolean; text: string }> {
  const { isError, content } = await caller.callTool({ name, arguments: parameters });
  const [first] = content as { type: string; text: string }[];
  return { isError: isError === true, text: first?.text ?? '' };
}

test('there is a tool for each operation', async () => {
  const { tools } = await client.listTools();
  const { paths } = (await (await server.fetch('/openapi.json')).json()) as { paths: Record<string, object> };
  expect(tools.length).toBe(Object.values(paths).flatMap((methods) => Object.keys(methods)).length);
  expect(tools.every(({ description }) => description !== undefined && description !== '')).toBe(true);
  const create = tools.find(({ name }) => name === 'crt-pet');
  expect(create?.inputSchema.required).toEqual(['name', 'categoryId']);
});

test('a tool creates an animal, and another lists it', async () => {
  const created = await call('crt-pet', { name: 'Frank', categoryId: 3 });
  expect(created.isError).toBe(false);
  const pet = { id: 1, name: 'Frank', categoryId: 3, status: 'available' };
  expect(JSON.parse(created.text)).toEqual(pet);
  expect(await (await server.fetch('/v1/pets')).json()).toEqual([pet]);
  const listed = await call('lst-pets', { status: 'available', limit: 5 });
  expect(JSON.parse(listed.text)).toEqual([pet]);
});

test('a refused call returns the error of the service', async () => {
  const refused = await call('place-order', { petId: 4711 });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('pet_not_found');
});

test('integers above 2^53 keep their digits as strings', async () => {
  const categoryId = '9007199254740993';
  const created = await call('crt-pet', { name: 'Exact', categoryId }, stringsClient);
  expect(JSON.parse(created.text)).toMatchObject({ name: 'Exact', categoryId });
  const listed = await call('lst-pets', { categoryId }, stringsClient);
  expect(JSON.parse(listed.text)).toEqual([JSON.parse(created.text)]);
});
