import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { readCommit } from '../../scripts/build/build-options.ts';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { programVersion } from '../../src/lib/system/program-files.ts';
import { type PackageRegistry, startRegistry } from '../support/process/package-registry.ts';
import { startServer } from '../support/process/server.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { runIn, tool } from './tools.ts';

/** The npm package of the service, installed by package managers from its archive. Its runtime comes from a registry. */

const scratch = makeScratchFolder();
let registry: PackageRegistry;
let archive: string;
const at = (path: string) => join(scratch.path, path);

beforeAll(async () => {
  archive = await buildPackage(at('built'));
  const version = manifest.dependencies.bun;
  const runtime = `#!/bin/sh\nexec ${process.execPath} "$@"\n`;
  // As the real ones: a script moves the runtime from the package of the platform into the package bun.
  const install = `
    const fs = require('fs');
    const path = require('path');
    const source = require.resolve('@oven/bun-test/bin/bun');
    fs.renameSync(source, path.join(__dirname, 'bin/bun.exe'));`;
  registry = await startRegistry(
    [
      {
        name: 'bun',
        version,
        files: { 'bin/bun.exe': 'echo "the install script was not run" >&2\nexit 1\n', 'install.js': install },
        bin: { bun: 'bin/bun.exe' },
        scripts: { postinstall: 'node install.js' },
        optionalDependencies: { '@oven/bun-test': version },
      },
      { name: '@oven/bun-test', version, files: { 'bin/bun': runtime } },
    ],
    at('registry'),
  );
}, 60_000);
afterAll(() => registry.stop());

const managers: { name: string; files?: () => Record<string, string>; install: () => string[] }[] = [
  { name: 'npm', install: () => ['npm', 'install', archive] },
  { name: 'npm without install scripts', install: () => ['npm', 'install', '--ignore-scripts', archive] },
  { name: 'pnpm', install: () => ['node', tool('pnpm/bin/pnpm.cjs'), 'add', archive] },
  { name: 'Yarn 1', install: () => ['node', tool('yarn/bin/yarn.js'), 'add', `file:${archive}`] },
  {
    name: 'Yarn 4 with nodeLinker: node-modules',
    files: () => ({
      '.yarnrc.yml': `nodeLinker: node-modules\nnpmRegistryServer: ${registry.url}\nunsafeHttpWhitelist: [127.0.0.1]\nnpmMinimalAgeGate: 0\n`,
      'yarn.lock': '',
    }),
    install: () => ['node', tool('@yarnpkg/cli-dist/bin/yarn.js'), 'add', `petstore@file:${archive}`],
  },
  { name: 'Bun', install: () => [process.execPath, 'add', archive] },
];

/** Runs a command in a folder of its own, with the registry and caches of this test. */
const run = (command: string[], cwd: string) =>
  runIn(cwd, command, {
    HOME: at('home'),
    npm_config_registry: registry.url,
    npm_config_cache: at('cache'),
    YARN_ENABLE_TELEMETRY: '0',
    YARN_GLOBAL_FOLDER: at('yarn'),
    YARN_CACHE_FOLDER: at('yarn-cache'),
    YARN_REGISTRY: registry.url,
    BUN_INSTALL_CACHE_DIR: at('bun-cache'),
  });

function makeProject(name: string, files: Record<string, string> = {}): string {
  const project = at(`projects/${name}`);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"project","private":true}');
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  return project;
}

const commit = readCommit();
const printed = `${programVersion}${commit === undefined ? '' : ` (${commit})`}\n`;

test.each(managers)('$name installs a command that runs', async ({ name, files, install }) => {
  const project = makeProject(name, files?.());
  const installed = await run(install(), project);
  expect(installed).toMatchObject({ exitCode: 0 });
  expect(await run([join(project, 'node_modules/.bin/petstore'), '--version'], project)).toMatchObject({
    stdout: printed,
    output: printed,
  });
});

test('npx runs the command from the archive', async () => {
  const npx = ['npx', '--yes', `--package=${archive}`, 'petstore', '--version'];
  expect(await run(npx, makeProject('npx'))).toMatchObject({ exitCode: 0, stdout: printed });
});

test('npm installs the command for all projects, and it serves', async () => {
  const global = ['npm', 'install', '--global', '--prefix', at('global'), archive];
  expect(await run(global, makeProject('global'))).toMatchObject({ exitCode: 0 });
  const server = await startServer({ command: [at('global/bin/petstore')] });
  expect((await server.fetch('/')).status).toBe(200);
  expect((await server.fetch('/v1/pets')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
