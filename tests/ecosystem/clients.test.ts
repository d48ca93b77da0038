import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import type { Connect, GeneratedClient } from './clients/generated-client.ts';
import { document, folder, generate, image, run } from './tools.ts';

/** Generators for TypeScript, as docs/clients.md calls them. Each client imports what its generator writes. */
const generators = [
  {
    name: 'openapi-fetch',
    command: ['openapi-typescript/bin/cli.js', document, '--output', 'generated/openapi-typescript.d.ts'],
    load: async (): Promise<Connect> => (await import('./clients/openapi-fetch.ts')).connect,
  },
  {
    name: 'hey-api',
    command: ['@hey-api/openapi-ts/bin/run.js', '--input', document, '--output', 'generated/hey-api', '--no-log-file'],
    load: async (): Promise<Connect> => (await import('./clients/hey-api.ts')).connect,
  },
  {
    name: 'orval',
    command: ['orval/dist/bin/orval.js', '--config', 'orval.config.mjs'],
    load: async (): Promise<Connect> => (await import('./clients/orval.ts')).connect,
  },
  {
    name: 'swagger-typescript-api',
    command: [
      ...['swagger-typescript-api/dist/cli.mjs', 'generate', '--path', document],
      ...['--output', 'generated', '--name', 'swagger-typescript-api.ts', '--enum-style=union'],
    ],
    load: async (): Promise<Connect> => (await import('./clients/swagger-typescript-api.ts')).connect,
  },
];

/** Those that docs/clients.md shows for 64-bit integers as strings. */
const stringsDocument = `${folder}/generated/int64-strings.json`;
const stringsGenerators = [
  ['openapi-typescript/bin/cli.js', stringsDocument, '--output', 'generated/int64-strings.d.ts'],
  [
    ...['@hey-api/openapi-ts/bin/run.js', '--input', stringsDocument],
    ...['--output', 'generated/int64-strings', '--no-log-file'],
  ],
];

let server: TestServer;
const messages = new Map<string, string>();
beforeAll(async () => {
  server = await startServer();
  await Bun.write(stringsDocument, await server.fetch('/openapi.json?int64=string'));
  for (const command of [...generators.map(({ command }) => command), ...stringsGenerators]) {
    const [program = '', ...words] = command;
    messages.set(command.join(' '), await generate('node', `node_modules/${program}`, ...words));
  }
}, 120_000);
afterAll(() => server.stop());

test('no generator finds fault with the document', () => {
  expect([...messages].filter(([, output]) => /warn|error|fail|⚠/i.test(output))).toEqual([]);
});

test('the compiler accepts the generated clients, and what the tests do with them', async () => {
  expect(await run('node', 'node_modules/typescript/bin/tsc', '--project', '.')).toMatchObject({
    exitCode: 0,
    output: '',
  });
}, 60_000);

describe.each(generators)('a client of $name', ({ name, load }) => {
  let client: GeneratedClient;
  const created: number[] = [];
  beforeAll(async () => {
    client = (await load())(server.url, adminKey);
  });

  test('creates animals', async () => {
    for (const number of [1, 2, 3]) {
      const pet = await client.createPet({ name: `${name} ${number}`, categoryId: 3 });
      expect(pet).toEqual({ id: expect.any(Number), name: `${name} ${number}`, categoryId: 3, status: 'available' });
      created.push(pet.id);
    }
    expect(new Set(created).size).toBe(3);
  });

  test('uploads a photo, unless it turns every body into JSON', async () => {
    const [petId = 0] = created;
    expect(client.addPhoto === undefined).toBe(['orval', 'swagger-typescript-api'].includes(name));
    if (client.addPhoto !== undefined)
      expect(await client.addPhoto(petId, new Blob([image]))).toMatchObject({ petId, width: 40 });
  });

  test('reads several animals by their ids', async () => {
    const [first = 0, , third = 0] = created;
    const { pets, link } = await client.listPets({ id: [third, first] });
    expect(pets.map(({ id }) => id)).toEqual([first, third]);
    expect(link).toBeNull();
  });

  test('reads all pages, each with the cursor of the Link before it', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= 20; page++) {
      const { pets, link } = await client.listPets({ limit: 2, ...(cursor !== undefined && { cursor }) });
      expect(pets.length).toBeLessThanOrEqual(2);
      seen.push(...pets.map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1];
      if (next === undefined) break;
      cursor = new URL(next).searchParams.get('cursor') ?? '';
    }
    const total = (await server.fetch('/v1/pets?limit=1', { headers: { Prefer: 'count=exact' } })).headers;
    expect(String(seen.length)).toBe(total.get('X-Total-Count') ?? '');
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
    expect(seen).toEqual(expect.arrayContaining(created));
  });

  test('reads the code of an error', async () => {
    expect(await client.placeRefusedOrder(4711)).toEqual({ status: 404, code: 'pet_not_found' });
  });

  test('loses digits of integers above 2^53, in both directions', async () => {
    const response = await server.send('POST', '/v1/pets', '{"name":"Exact","categoryId":9007199254740993}');
    const exact = await response.text();
    expect(exact).toContain('"categoryId":9007199254740993,');
    const { pets } = await client.listPets({ id: [Number(/"id":(\d+)/.exec(exact)?.[1])] });
    expect(pets.map(({ categoryId }) => categoryId)).toEqual([2 ** 53]);
    const { id } = await client.createPet({ name: 'Rounded', categoryId: Number('9007199254740993') });
    expect(await (await server.fetch(`/v1/pets?id=${id}`)).text()).toContain('"categoryId":9007199254740992,');
  });
});

describe.each(['openapi-fetch', 'hey-api'] as const)('a client of %s that is generated for strings', (name) => {
  test('keeps integers above 2^53, in both directions', async () => {
    const connect = (await import('./clients/int64-strings.ts')).connects[name];
    const client = connect(server.url, adminKey);
    const draft = { name: 'Exact', categoryId: '9007199254740993' };
    const created = await client.createPet(draft);
    expect(created).toEqual({ id: expect.stringMatching(/^\d+$/), ...draft, status: 'available' });
    expect(await client.listPets([created.id])).toEqual([created]);
  });
});
