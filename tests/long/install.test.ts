import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageRegistry, startRegistry, type TestPackage } from '../support/process/package-registry.ts';
import { cleanEnv, type Finished } from '../support/process/program.ts';
import { makeSmallCheckout } from '../support/process/small-checkout.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

// A small program with the scripts of this repository, and a local npm registry from which it is installed.
// tests/process/shipping/build.test.ts builds and starts one that is installed.

const libraries = Array.from({ length: 6 }, (_, number) => `library-${number}`);

let registry: PackageRegistry;
let shared: ScratchFolder;
let scratch: ScratchFolder;
/** The checkout, in a path with spaces and letters outside ASCII. */
let home: string;
/** The results of the first two starts, which were made at the same time. */
let first: readonly Finished[];

beforeAll(async () => {
  shared = makeScratchFolder();
  registry = await startRegistry([...runtime(), ...libraries.map(library)], join(shared.path, 'registry'));
  home = join(shared.path, 'bare');
  makeSmallCheckout(home, manifest, program);
  scratch = shared;
  const [bare, own] = [home, join(shared.path, 'own')];
  cpSync(bare, own, { recursive: true });
  // This also makes the lock file of the other checkouts.
  expect(await run(['npm', 'install'], { cwd: own })).toMatchObject({ exitCode: 0 });
  cpSync(join(own, 'package-lock.json'), join(bare, 'package-lock.json'));
  home = join(shared.path, 'installed');
  cpSync(bare, home, { recursive: true });
  // With an npm that runs no package scripts.
  first = await Promise.all([1, 2].map(() => start({ env: { npm_config_ignore_scripts: 'true' } })));
});
afterAll(async () => {
  await registry.stop();
  shared.remove();
});

beforeEach(() => {
  scratch = makeScratchFolder();
  registry.onDownload = () => undefined;
  home = join(scratch.path, 'Mein Ordner ü');
});
afterEach(() => scratch.remove());

const manifest = {
  name: 'petstore',
  version: '1.0.0',
  private: true,
  type: 'module',
  scripts: { prepare: 'scripts/install.sh --installed' },
  allowScripts: { bun: true },
  dependencies: Object.fromEntries(['bun', ...libraries].map((name) => [name, '1.0.0'])),
};
const program = `${libraries.map((name, index) => `import { value as v${index} } from '${name}';`).join('\n')}
console.log([${libraries.map((_, index) => `v${index}`)}].join(' '), process.env.DATABASE_URL);`;
const printed = `${libraries.join(' ')} undefined\n`;

/** @param state `own`: with the dependencies that the user has installed */
function checkOut(state: 'bare' | 'own' | 'installed'): void {
  cpSync(join(shared.path, state), home, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

function library(name: string): TestPackage {
  return { name, files: { 'index.js': `export const value = '${name}';` } };
}

/** The runtime as its packages ship it: the executable is in one of its own, and a script puts it, or another one, in place. */
function runtime(): TestPackage[] {
  const binary = join(shared.path, 'runtime');
  cpSync(process.execPath, binary);
  const text = `#!/bin/sh\nexec ${binary} "$@"\n`;
  const bun = {
    name: 'bun',
    files: {
      'bin/bun.exe': '#!/bin/sh\nexit 1\n',
      'install.js': `require('fs').writeFileSync(__dirname + '/bin/bun.exe', ${JSON.stringify(text)})`,
    },
    scripts: { postinstall: 'node install.js' },
    optionalDependencies: { '@oven/bun-here': '1.0.0' },
  };
  return [bun, { name: '@oven/bun-here', files: { 'bin/bun': text } }];
}

const write = (path: string, text: string) => writeFileSync(join(home, path), text);

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  onStart?: (pid: number) => void;
}

/** Runs a command in its own process group until it exits. */
async function run(command: string[], { cwd = scratch.path, env = {}, onStart }: RunOptions = {}): Promise<Finished> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnv({ npm_config_registry: registry.url, npm_config_cache: join(scratch.path, 'cache'), ...env }),
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (piece) => (output[name] += String(piece)));
  if (child.pid !== undefined) onStart?.(child.pid);
  const exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  return { exitCode, ...output };
}

const start = (options: RunOptions = {}) => run([join(home, 'petstore')], options);

/** Checks what a successful start leaves: no scratch folder of this or another start. */
function expectWhole(): void {
  expect(readdirSync(join(home, 'build')).sort()).toEqual(['console', 'program']);
  expect(
    readdirSync(join(home, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['@oven', 'bun', ...libraries].sort());
}

test('a first start installs and builds, also when two are made at the same time by an npm that runs no package scripts, and later ones need neither npm nor the network', async () => {
  expect(first.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual(Array(2).fill([0, printed]));
  expect(first.map(({ stderr }) => stderr).join('')).toContain('installing dependencies');
  checkOut('installed');
  expectWhole();
  const env = { PATH: '/usr/bin:/bin', npm_config_registry: 'http://127.0.0.1:1/' };
  expect(await start({ env })).toEqual({ exitCode: 0, stdout: printed, stderr: '' });
});

test('an install that was killed, also twice, is completed by the next start', async () => {
  checkOut('bare');
  for (const [signal, moment] of [
    ['SIGKILL', 4],
    ['SIGINT', 7],
  ] as const) {
    let downloads = 0;
    const killed = await start({
      // Each downloads everything again.
      env: { npm_config_cache: join(scratch.path, `cache-${signal}`) },
      onStart: (pid) => {
        registry.onDownload = () => void (++downloads === moment && process.kill(-pid, signal));
      },
    });
    expect([signal, killed.exitCode]).not.toEqual([signal, 0]);
    expect(downloads).toBeGreaterThanOrEqual(moment);
  }
  expect(await start()).toMatchObject({ exitCode: 0, stdout: printed });
  expectWhole();
});

test('an install that fails says what to do, and leaves the existing dependencies unchanged', async () => {
  checkOut('installed');
  const dependencies = { ...manifest.dependencies, missing: '1.0.0' };
  write('package.json', JSON.stringify({ ...manifest, dependencies }));
  write('package-lock.json', JSON.stringify({ name: 'petstore', lockfileVersion: 3, packages: {} }));
  const failed = await start();
  expect([failed.exitCode, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toContain('petstore: the dependencies could not be installed');
  expectWhole();
});

test('a runtime that the lock file does not know is not run, and none from elsewhere', async () => {
  checkOut('bare');
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
  lock.packages['node_modules/@oven/bun-here'].integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
  write('package-lock.json', JSON.stringify(lock));
  const failed = await start();
  expect([failed.exitCode, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toContain('has no runtime for this machine');
  expect(existsSync(join(home, 'node_modules'))).toBe(false);
});

test('dependencies that the user has installed are used as they are', async () => {
  checkOut('own');
  const { exitCode, stderr } = await start({ env: { npm_config_registry: 'http://127.0.0.1:1/' } });
  expect([exitCode, stderr]).toEqual([0, '']);
});
