import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackageRegistry, startRegistry, type TestPackage } from '../../support/process/package-registry.ts';
import { cleanEnv, type Finished } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

// A small program with the scripts of this repository, and a local npm registry from which it is installed.

const root = join(import.meta.dir, '../../..');
const nobody = 65_534;
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
  chmodSync(shared.path, 0o755);
  registry = await startRegistry([runtime(), ...libraries.map(library)], join(shared.path, 'registry'));
  home = join(shared.path, 'bare');
  for (const name of ['petstore', 'bunfig.toml', 'scripts']) {
    cpSync(join(root, name), join(home, name), { recursive: true });
  }
  write('package.json', JSON.stringify(manifest));
  write('src/main.ts', program);
  write('src/writer.ts', '');
  write('src/worker.ts', '');
  write('src/decoder.ts', '');
  write('src/lib/age.ts', '');
  write('src/catalogue/pets/model.ts', '');
  write('src/catalogue/keys/scopes.ts', '');
  write('src/cli/demo/pictures/dog.webp', '');
  write('client/index.ts', '');
  write('conformance/run.ts', '');
  write('console/main.tsx', 'import "./style.css"; console.log("hello");');
  write('console/style.css', 'p { color: red }');
  write('console/session/early-reads.ts', 'console.log("early");');
  write('console/index.html', '{early} {preloads} {script} {styles}');
  write('console/reference/reference.tsx', 'import "./reference.css"; console.log("reference");');
  write('console/reference/reference.css', 'p { color: blue }');
  write('console/reference/reference.html', '{script} {styles}');
  write('embed/embed.ts', 'console.log("embedded");');
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
  chmodSync(scratch.path, 0o755);
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

/** The runtime as its package ships it: a script puts the executable in place. */
function runtime(): TestPackage {
  const binary = join(shared.path, 'runtime');
  cpSync(process.execPath, binary);
  return {
    name: 'bun',
    files: {
      'bin/bun.exe': '#!/bin/sh\nexit 1\n',
      'install.js': `require('fs').writeFileSync(__dirname + '/bin/bun.exe', '#!/bin/sh\\nexec ${binary} "$@"\\n')`,
    },
    scripts: { postinstall: 'node install.js' },
  };
}

function write(path: string, text: string): void {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), text);
}

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  uid?: number;
  onStart?: (pid: number) => void;
}

/** Runs a command in its own process group until it exits. */
async function run(
  command: string[],
  { cwd = scratch.path, env = {}, uid, onStart }: RunOptions = {},
): Promise<Finished> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnv({ npm_config_registry: registry.url, npm_config_cache: join(scratch.path, 'cache'), ...env }),
    ...(uid !== undefined && { uid, gid: uid }),
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
  ).toEqual(['bun', ...libraries].sort());
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

test('dependencies that the user has installed are used as they are', async () => {
  checkOut('own');
  const { exitCode, stderr } = await start({ env: { npm_config_registry: 'http://127.0.0.1:1/' } });
  expect([exitCode, stderr]).toEqual([0, '']);
});

test('files in the current folder are neither executed nor read as configuration', async () => {
  checkOut('installed');
  const cwd = join(scratch.path, 'downloads');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./preload.ts"]');
  writeFileSync(join(cwd, 'preload.ts'), 'console.log("somebody else’s code");');
  writeFileSync(join(cwd, '.env'), 'DATABASE_URL=sqlite:somebody-elses.db');
  expect(await start({ cwd })).toEqual({ exitCode: 0, stdout: printed, stderr: '' });
});

describe('a checkout that the user may not write to', () => {
  const user = process.getuid?.() === 0 ? nobody : undefined;
  const lock = () => {
    for (const path of ['.', 'build', 'node_modules'])
      if (existsSync(join(home, path))) chmodSync(join(home, path), 0o555);
  };
  afterEach(() => {
    for (const path of ['.', 'build', 'node_modules'])
      if (existsSync(join(home, path))) chmodSync(join(home, path), 0o755);
  });
  const startAsUser = () => start({ ...(user !== undefined && { uid: user }) });

  test('runs the existing build, even when a source is newer', async () => {
    checkOut('installed');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(home, 'src/main.ts'), later, later);
    lock();
    const { exitCode, stdout, stderr } = await startAsUser();
    expect([exitCode, stdout]).toEqual([0, printed]);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/is read-only: running what was built before/)]);
  });

  test('says in one line that it is not installed or not built', async () => {
    checkOut('bare');
    lock();
    const bare = await startAsUser();
    expect([bare.exitCode, bare.stderr]).toEqual([
      1,
      expect.stringMatching(/^petstore: .*not installed.* read-only.*\n$/),
    ]);
    chmodSync(home, 0o755);
    checkOut('installed');
    rmSync(join(home, 'build'), { recursive: true });
    lock();
    const unbuilt = await startAsUser();
    expect([unbuilt.exitCode, unbuilt.stderr]).toEqual([
      1,
      expect.stringMatching(/^petstore: .*not built.* read-only.*\n$/),
    ]);
  });
});
