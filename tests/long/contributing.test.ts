import { afterAll, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { followSection } from '../support/documents/contributing.ts';
// Builds the program, of which the copy below has the writer thread.
import '../support/process/program.ts';
import { makeScratchFolder } from '../support/scratch.ts';

const root = join(import.meta.dir, '../..');
const scratch = makeScratchFolder();
afterAll(() => scratch.remove());
const at = (path: string) => join(scratch.path, path);
const examples = 'src/api/document/examples.gen.json';

function copyCheckout(): void {
  const folders = [
    'src',
    'console',
    'embed',
    'contract',
    'client',
    'cli',
    'importer',
    'conformance',
    'scripts',
    'tests/support',
    'tests/contract',
    'docs',
    'build/program',
    'build/console',
  ];
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'bunfig.toml', 'biome.json', 'openapi.json'];
  for (const path of [...folders, ...files])
    cpSync(join(root, path), at(path), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), at('node_modules'));
}

/** Does what a section says. Returns the paths of the changed files. */
function follow(title: string): string[] {
  const changed = followSection(title, (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : ''));
  for (const [path, text] of changed) writeFileSync(at(path), text);
  return [...changed.keys()];
}

function run(...args: string[]): { exitCode: number; output: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], {
    cwd: scratch.path,
    // The migrated file that tests copy and the compiled writer have not the column that is added here.
    env: {
      ...process.env,
      TEST_ENGINES: 'SQLite',
      TEST_TEMPLATE_FILE: undefined,
      TEST_THREADS: undefined,
      TEST_PROGRAM: undefined,
    },
  });
  return { exitCode, output: `${stdout}${stderr}` };
}

test('what is added as the documents say has a document, a method or an input, a command and tests', () => {
  copyCheckout();
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const generators: string[] = scripts.generate.match(/scripts\/[\w-]+\.ts/g);
  const calls = readFileSync(at('scripts/example-calls.ts'), 'utf8');
  const changed = follow('How to add an operation');
  expect(changed).toHaveLength(4);
  if (!existsSync(at('src/store/migrations/0013.sqlite.sql'))) follow('How to write a migration');
  expect(follow('How to add a field to the profile')).toHaveLength(4);
  expect(run('scripts/build/build-program.ts')).toMatchObject({ exitCode: 0 });
  // As if all were built: of that, only the writer thread is used.
  const later = new Date(Date.now() + 3_600_000);
  for (const name of ['program', 'console']) utimesSync(at(`build/${name}`), later, later);

  const complete = readFileSync(at('scripts/example-calls.ts'), 'utf8');
  writeFileSync(at('scripts/example-calls.ts'), calls);
  expect(run('scripts/generate-examples.ts').output).toContain('getNewestPet has no call in scripts/example-calls.ts');
  writeFileSync(at('scripts/example-calls.ts'), complete);
  for (const generator of generators)
    expect([generator, run(generator)]).toEqual([generator, { exitCode: 0, output: expect.any(String) }]);

  const schema = readFileSync(at('docs/schema.sql'), 'utf8');
  expect(schema).toMatch(/CREATE TABLE pet_profiles \([^;]*,\n {2}passport_number TEXT\n\) STRICT;/);
  const before = JSON.parse(readFileSync(join(root, examples), 'utf8'));
  const { getNewestPet, ...operations } = JSON.parse(readFileSync(at(examples), 'utf8')).operations;
  expect([getNewestPet, operations]).toEqual([
    { response: expect.objectContaining({ name: 'Luna Bell' }) },
    before.operations,
  ]);
  expect(run('src/main.ts', 'profile', 'put', '--help').output).toContain('--passport-number');
  expect(run('src/main.ts', 'newest-pet', 'get', '--help').output).toContain('petstore newest-pet get');
  expect(run('node_modules/.bin/biome', 'check', '--write', ...changed)).toMatchObject({ exitCode: 0 });
  const tests = [
    'tests/contract/interface/operations.test.ts',
    'client/operations.test.ts',
    'client/documentation.test.ts',
    'importer/words/words.test.ts',
    'tests/contract/animals/newest-pet.test.ts',
    'tests/contract/animals/profiles.test.ts',
  ];
  const tested = run(
    'test',
    '--timeout',
    '300000',
    '-t',
    'ewest|every field|every heading|names of the interface',
    ...tests.map((path) => `./${path}`),
  );
  expect([tested.exitCode, tested.output]).toEqual([0, expect.stringContaining(' 0 fail')]);
});
