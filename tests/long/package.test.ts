import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommit } from '../../scripts/build/build-options.ts';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { consoleFolder, programVersion } from '../../src/lib/system/program-files.ts';
import { expectDocumentedSize } from '../support/documents/documented-size.ts';
import { cleanEnv } from '../support/process/program.ts';
import { startServer } from '../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

// tests/ecosystem installs the package with package managers. Here it is unpacked as they do it.

const root = join(import.meta.dir, '../..');
let scratch: ScratchFolder;
const at = (path: string) => join(scratch.path, path);
const installed = () => at('node_modules/petstore');
const command = () => join(installed(), 'petstore');

beforeAll(async () => {
  scratch = makeScratchFolder();
  mkdirSync(at('node_modules'));
  const archive = await buildPackage(at('built'));
  expectDocumentedSize('petstore-VERSION.tgz', statSync(archive).size);
  expect(Bun.spawnSync(['tar', '-xzf', archive, '-C', at('node_modules')]).exitCode).toBe(0);
  expect(Bun.spawnSync(['mv', at('node_modules/package'), installed()]).exitCode).toBe(0);
  symlinkSync(join(root, 'node_modules/bun'), at('node_modules/bun'));
});
afterAll(() => scratch.remove());

test('the package has the program, what it serves and the licenses, and depends on the runtime alone', async () => {
  const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed().length + 1));
  const kinds = new Set(files.map((file) => file.replace(/^(\w+\/).*?((?:\.\w+)+)$/, '$1*$2')));
  expect([...kinds].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THIRD-PARTY-LICENSES.txt',
    'console/*.css',
    'console/*.css.gz',
    'console/*.html',
    'console/*.js',
    'console/*.js.gz',
    'console/*.webp',
    'package.json',
    'petstore',
    'program/*.js',
  ]);
  const served = readdirSync(consoleFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.filter((file) => file.startsWith('console/')).length).toBe(served.length);
  const { dependencies, scripts } = await Bun.file(join(installed(), 'package.json')).json();
  const { dependencies: own } = await Bun.file(join(root, 'package.json')).json();
  expect({ dependencies, scripts }).toEqual({ dependencies: { bun: own.bun }, scripts: undefined });
});

test('the license of every library that is shipped is included', async () => {
  const texts = await Bun.file(join(installed(), 'THIRD-PARTY-LICENSES.txt')).text();
  for (const name of ['react', 'typebox', 'lossless-json', 'commander', '@mantine/core', 'bun'])
    expect(texts).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n`, 'm'));
  expect(texts).not.toMatch(/^playwright-core /m);
});

test('the command runs through a link, ignores the current folder, and builds nothing', async () => {
  mkdirSync(at('foreign/bin'), { recursive: true });
  symlinkSync(command(), at('foreign/bin/petstore'));
  writeFileSync(at('foreign/bunfig.toml'), 'preload = ["./preload.ts"]');
  writeFileSync(at('foreign/preload.ts'), 'console.log("preloaded")');
  const before = readdirSync(installed(), { recursive: true }).sort();
  const { stdout, stderr, exitCode } = Bun.spawnSync([at('foreign/bin/petstore'), '--version'], {
    cwd: at('foreign'),
    env: cleanEnv({}),
  });
  const commit = readCommit();
  const version = commit === undefined ? programVersion : `${programVersion} (${commit})`;
  expect([exitCode, `${stdout}`, `${stderr}`]).toEqual([0, `${version}\n`, '']);
  expect(readdirSync(installed(), { recursive: true }).sort()).toEqual(before);
});

test('a service of the package with workers serves the console', async () => {
  const server = await startServer({ command: [command()], env: { PETSTORE_WORKERS: '2' } });
  const html = await (await server.fetch('/')).text();
  const [, name = ''] = /src="console\/([^"]+)"/.exec(html) ?? [];
  const served = new Uint8Array(await (await server.fetch(`/console/${name}`)).arrayBuffer());
  expect(served).toEqual(await Bun.file(join(consoleFolder, name)).bytes());
  expect(await server.stop()).toBe(0);
});

test('the command uses the runtime beside the package bun if its install script was not allowed to run', () => {
  rmSync(at('node_modules/bun'));
  mkdirSync(at('node_modules/bun/bin'), { recursive: true });
  mkdirSync(at('node_modules/@oven/bun-test/bin'), { recursive: true });
  const fails = () => Bun.spawnSync([command(), '--version'], { env: cleanEnv({}) });
  expect([fails().exitCode, `${fails().stderr}`]).toEqual([1, expect.stringContaining('has no runtime for')]);
  writeFileSync(at('node_modules/bun/bin/bun.exe'), 'exit 1\n');
  chmodSync(at('node_modules/bun/bin/bun.exe'), 0o755);
  symlinkSync(process.execPath, at('node_modules/@oven/bun-test/bin/bun'));
  expect(Bun.spawnSync([command(), '--version'], { env: cleanEnv({}) }).exitCode).toBe(0);
  rmSync(at('node_modules/bun'), { recursive: true });
  const { exitCode, stderr } = Bun.spawnSync([command(), '--version'], { env: cleanEnv({}) });
  expect([exitCode, `${stderr}`]).toEqual([1, expect.stringContaining('the package bun, on which petstore runs')]);
});
