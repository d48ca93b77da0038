import { expect, test } from 'bun:test';
import { dirname, join, normalize } from 'node:path';

/**
 * Which rooms a room may import from. A request goes one way: http, operations, domain, store. No import points back.
 * Files directly in `src/` either serve every room (these are listed by name) or put the rooms together.
 */
const tools = ['errors', 'int64', 'timestamp', 'base62', 'random', 'log', 'refusal'].map((name) => `src/${name}.ts`);
const allowed: Record<string, readonly string[]> = {
  'src/store': ['src/store', ...tools],
  'src/domain': ['src/domain', 'src/store', ...tools],
  'src/operations': ['src/operations', 'src/domain', 'src/store', 'src/addresses.ts', ...tools],
  'src/http': ['src/http', 'src/operations', 'src/domain', 'src/store', ...tools],
  'src/site': ['src/site', 'src/http', 'src/operations', 'src/domain', 'src/store', 'src/program-files.ts', ...tools],
  'src/webhooks': [
    'src/webhooks',
    'src/operations',
    'src/domain',
    'src/store',
    'src/addresses.ts',
    'src/periodic-work.ts',
    ...tools,
  ],
  'src/workers': [
    ...['src/workers', 'src/site', 'src/http', 'src/store', 'src/commands.ts', 'src/config.ts', 'src/storage.ts'],
    ...[
      'src/program-files.ts',
      'src/serving.ts',
      'src/listen.ts',
      'src/standard-log.ts',
      'src/start-error.ts',
      'src/stop-signals.ts',
    ],
    ...tools,
  ],
  client: ['client'],
};

async function importsOf(room: string): Promise<{ file: string; imported: string }[]> {
  const found: { file: string; imported: string }[] = [];
  for await (const file of new Bun.Glob(`${room}/**/*.ts`).scan()) {
    if (file.endsWith('.test.ts')) continue;
    const text = await Bun.file(file).text();
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom\s|\bimport[\s(])\s*'([^']+)'/g)) {
      const imported = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
      found.push({ file, imported });
    }
  }
  return found;
}

test.each(Object.entries(allowed))('%s imports only what lies before it', async (room, rooms) => {
  const imports = await importsOf(room);
  expect(imports.length).toBeGreaterThan(0);
  const local = imports.filter(({ imported }) => /^(src|client|tests|bench|scripts)\//.test(imported));
  const pointingBack = local.filter(
    ({ imported }) => !rooms.some((from) => imported === from || imported.startsWith(`${from}/`)),
  );
  expect(pointingBack).toEqual([]);
});

test('domain knows no clock, network, environment or engine', async () => {
  for (const { file, imported } of await importsOf('src/domain')) {
    expect([file, imported]).not.toEqual([file, expect.stringMatching(/^(bun:|node:|bun$)/)]);
  }
  for await (const file of new Bun.Glob('src/domain/*.ts').scan()) {
    if (file.endsWith('.test.ts')) continue;
    expect(await Bun.file(file).text()).not.toMatch(
      /Date\.now|new Date\(\)|fetch\(|process\.|Math\.random|getRandomValues/,
    );
  }
});

test('http knows no resource by name', async () => {
  for await (const file of new Bun.Glob('src/http/*.ts').scan()) {
    expect([file, await Bun.file(file).text()]).not.toEqual([
      file,
      expect.stringMatching(/\bpets?\b|\bPets?\b|petId|listPets/),
    ]);
  }
});

test('the SDK needs nothing but a JSON parser', async () => {
  const packages = (await importsOf('client'))
    .map(({ imported }) => imported)
    .filter((name) => !name.startsWith('client/'));
  expect([...new Set(packages)]).toEqual(['lossless-json']);
});
