import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '../../client/index.ts';
import { buildSdk } from '../../scripts/build/build-sdk.ts';
import { makeJpeg } from '../support/data/images.ts';
import { expectDocumentedSize } from '../support/documents/documented-size.ts';
import type { Finished } from '../support/process/program.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

// The package of the SDK, unpacked in an empty project. tests/ecosystem uses it with other runtimes and bundlers, and
// tests/client runs the examples with the sources.

const root = join(import.meta.dir, '../..');
let scratch: ScratchFolder;
const at = (path: string) => join(scratch.path, path);
let server: TestServer;

beforeAll(async () => {
  scratch = makeScratchFolder();
  mkdirSync(at('node_modules'));
  const archive = await buildSdk(at('built'));
  expectDocumentedSize('petstore-client-VERSION.tgz', statSync(archive).size);
  expect(Bun.spawnSync(['tar', '-xzf', archive, '-C', at('node_modules')]).exitCode).toBe(0);
  renameSync(at('node_modules/package'), at('node_modules/petstore-client'));
  writeFileSync(at('package.json'), '{"type":"module"}');
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  scratch.remove();
});

async function run(command: string[], env: Record<string, string> = {}): Promise<Finished> {
  const { PATH = '' } = process.env;
  const program = Bun.spawn(command, {
    cwd: scratch.path,
    env: { PATH, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 200_000,
  });
  const [stdout, stderr] = await Promise.all([program.stdout.text(), program.stderr.text()]);
  return { exitCode: await program.exited, stdout, stderr };
}

const env = () => ({ PETSTORE_SERVER: server.url, PETSTORE_TOKEN: adminKey });

async function compile(files: readonly string[], more: Record<string, string | boolean> = {}): Promise<void> {
  const options = {
    ...{ strict: true, exactOptionalPropertyTypes: true, target: 'es2022', module: 'nodenext', skipLibCheck: false },
    ...{ jsx: 'react-jsx', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    ...more,
  };
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  expect(await run(['node', tsc, '--checkers', '1', '--project', '.'], { GOGC: 'off' })).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
}

test('the package has one module, its declarations and licenses, and no dependencies', async () => {
  const folder = at('node_modules/petstore-client');
  expect(readdirSync(folder).sort()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'index.js',
    'package.json',
    'types',
  ]);
  const { dependencies, scripts, engines } = await Bun.file(join(folder, 'package.json')).json();
  expect([dependencies, scripts, engines]).toEqual([undefined, undefined, { node: '>=20.19' }]);
  expect(readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toStartWith('lossless-json ');
});

test('a strict compiler accepts the examples of its README and every declaration, and they run', async () => {
  const readme = readFileSync(at('node_modules/petstore-client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text);
  expect(examples).toHaveLength(7);
  writeFileSync(at('example.ts'), examples.join('\n'));
  await compile(['example.ts']);
  const { exitCode, stdout, stderr } = await run(['node', 'example.js'], env());
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toEndWith('\npet.updated Frankie\n');
});

test('its example for React and Next.js passes an animal with a photo from the server to the browser as JSON', async () => {
  for (const name of ['react', 'react-dom', '@tanstack/react-query', '@types/react']) {
    mkdirSync(dirname(at(`node_modules/${name}`)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), at(`node_modules/${name}`));
  }
  const readme = readFileSync(at('node_modules/petstore-client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const files = examples.map((text) => /^\/\/ ([^\s,]+)/.exec(text)?.[1] ?? '');
  expect(files).toEqual(['app/animal-query.ts', 'app/providers.tsx', 'app/animal.tsx', 'app/animals/[id]/page.tsx']);
  mkdirSync(at('app/animals/[id]'), { recursive: true });
  for (const [index, file] of files.entries()) writeFileSync(at(file), examples[index] ?? '');
  // As Next.js sets it up. Node.js alone does not find modules whose addresses have no ending.
  await compile(files, { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true });
  const client = createClient({ baseUrl: server.url, apiKey: adminKey, ids: 'string' });
  const { id } = await client.pets.create({ name: 'Zoë', categoryId: '9007199254740993' });
  await client.photos.add(id, new Blob([await makeJpeg(48, 36)]), { mediaType: 'image/jpeg' });
  writeFileSync(at('render.js'), renderPage);
  const { exitCode, stdout, stderr } = await run([process.execPath, 'render.js', id], {
    NEXT_PUBLIC_PETSTORE_SERVER: server.url,
    NEXT_PUBLIC_PETSTORE_KEY: adminKey,
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/<article><h1>Zoë<\/h1><img src="[^"]+" width="48" height="36" alt=""\/><\/article>\n$/);
});

/** What Next.js does with a page: the server runs it, and its properties travel as JSON. */
const renderPage = `
import { cloneElement, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Page from './app/animals/[id]/page';
import { Providers } from './app/providers';

const page = await Page({ params: Promise.resolve({ id: process.argv[2] }) });
const arrived = cloneElement(page, { state: JSON.parse(JSON.stringify(page.props.state)) });
console.log(renderToStaticMarkup(createElement(Providers, null, arrived)));
`;
