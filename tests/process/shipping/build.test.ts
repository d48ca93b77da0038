import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { shortenDocument } from '../../support/documents/shortened-document.ts';
import { withoutOverride } from '../../support/process/confined.ts';
import { cleanEnv } from '../../support/process/program.ts';
import { makeSmallCheckout } from '../../support/process/small-checkout.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

// A small program with the scripts of this repository and its dependencies. tests/long/install.test.ts installs them.

const root = join(import.meta.dir, '../../..');
const program = `import { version } from '../package.json';
console.log(version, typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'unknown', process.env.DATABASE_URL);`;
let scratch: ScratchFolder;
/** A path with spaces and letters outside ASCII. */
const home = () => join(scratch.path, 'Mein Ordner ü');
const at = (path: string) => join(home(), path);

beforeAll(() => {
  scratch = makeScratchFolder();
  makeSmallCheckout(home(), { name: 'petstore', version: '3.2.1', type: 'module' }, program);
  cpSync(join(root, 'package-lock.json'), at('package-lock.json'));
  symlinkSync(join(root, 'node_modules'), at('node_modules'));
});
afterAll(() => scratch.remove());

async function run(command: string[] = [at('petstore')], cwd = home()) {
  const started = Bun.spawn(command, { cwd, env: cleanEnv({}), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([started.stdout.text(), started.stderr.text()]);
  return { exitCode: await started.exited, stdout, stderr };
}
const printed = (version: string, commit: string) => ({
  exitCode: 0,
  stdout: `${version} ${commit} undefined\n`,
  stderr: '',
});
const built = () => ['console', 'program'].map((name) => statSync(at(`build/${name}`)).ino);

test('the program is built once on its first run, also when two are made at the same time', async () => {
  const first = await Promise.all([run(), run()]);
  expect(first).toEqual([printed('3.2.1', 'unknown'), printed('3.2.1', 'unknown')]);
  expect(readdirSync(at('build')).sort()).toEqual(['console', 'program']);
  const before = built();
  expect(await run()).toEqual(printed('3.2.1', 'unknown'));
  expect(built()).toEqual(before);
});

test('files in the current folder are neither executed nor read as configuration', async () => {
  mkdirSync(at('downloads'));
  writeFileSync(at('downloads/bunfig.toml'), 'preload = ["./preload.ts"]');
  writeFileSync(at('downloads/preload.ts'), 'console.log("somebody else’s code");');
  writeFileSync(at('downloads/.env'), 'DATABASE_URL=sqlite:somebody-elses.db');
  expect(await run([at('petstore')], at('downloads'))).toEqual(printed('3.2.1', 'unknown'));
});

test('it is built again after its sources or the commit have changed, and knows both', async () => {
  const git = (...args: string[]) => {
    const command = ['git', '-C', home(), '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args];
    const { stdout, stderr, exitCode } = Bun.spawnSync(command, { env: cleanEnv({}) });
    expect([exitCode, `${stderr}`]).toEqual([0, '']);
    return `${stdout}`.trim();
  };
  git('init', '--quiet');
  git('add', 'src', 'package.json');
  git('commit', '--quiet', '--message', 'First');
  const first = git('rev-parse', '--short=10', 'HEAD');
  expect(await run()).toEqual(printed('3.2.1', first));
  writeFileSync(at('package.json'), readFileSync(at('package.json'), 'utf8').replace('3.2.1', '3.2.2'));
  expect(await run()).toEqual(printed('3.2.2', `${first}-modified`));
  git('commit', '--quiet', '--allow-empty', '--message', 'Second');
  const second = git('rev-parse', '--short=10', 'HEAD');
  expect(await run()).toEqual(printed('3.2.2', `${second}-modified`));
});

test('a failed build reports the error and keeps the previous build', async () => {
  const before = built();
  writeFileSync(at('src/main.ts'), 'import {');
  const { exitCode, stderr } = await run();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('src/main.ts:1:8')]);
  expect(built()).toEqual(before);
  expect(readdirSync(at('build')).sort()).toEqual(['console', 'program']);
});

test('a checkout that the user may not write to runs the existing build, though a source is newer, or says in one line what is missing', async () => {
  const runReadOnly = async () => {
    for (const path of ['.', 'build']) chmodSync(at(path), 0o555);
    const finished = await run(withoutOverride([at('petstore')]));
    for (const path of ['.', 'build']) chmodSync(at(path), 0o755);
    return finished;
  };
  expect(await runReadOnly()).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^3\.2\.2 /),
    stderr: expect.stringMatching(/^petstore: .* is read-only: running what was built before.*\n$/),
  });
  for (const [missing, message] of [
    ['build/program', /^petstore: .*not built.* read-only.*\n$/],
    ['node_modules', /^petstore: .*not installed.* read-only.*\n$/],
  ] as const) {
    renameSync(at(missing), at('away'));
    const { exitCode, stdout, stderr } = await runReadOnly();
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)]);
    renameSync(at('away'), at(missing));
  }
  writeFileSync(at('src/main.ts'), program);
});

test('a development install makes the types of the SDK from openapi.json, and again after it has changed', async () => {
  const whole = readFileSync(join(root, 'openapi.json'), 'utf8');
  const document = JSON.parse(shortenDocument(whole, ['getPet', 'listPets']));
  writeFileSync(at('openapi.json'), JSON.stringify(document));
  const install = async (use: string) =>
    expect(await run([at('scripts/install.sh'), use])).toMatchObject({ exitCode: 0 });
  const types = at('client/schema.gen.ts');
  const made = () => statSync(types, { throwIfNoEntry: false })?.mtimeMs;
  await install('program');
  expect(made()).toBeUndefined();
  await install('development');
  expect(readFileSync(types, 'utf8')).toContain('categoryId: bigint;');
  const before = made();
  await install('development');
  expect(made()).toBe(before);

  document.components.schemas.Weight = { type: 'integer' };
  writeFileSync(at('openapi.json'), JSON.stringify(document));
  // Of a time that is surely later, and over.
  const later = new Date(Number(before) + 1);
  utimesSync(at('openapi.json'), later, later);
  await install('development');
  expect(readFileSync(types, 'utf8')).toContain('Weight: bigint;');
  expect(readFileSync(at('client/types.gen.ts'), 'utf8')).toContain('export type Weight = ');
  expect(made()).toBeGreaterThan(statSync(at('openapi.json')).mtimeMs);
});
