import { afterAll, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../tests/support/process/command.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { completionCommand, completionVariable, wordsAfter } from './completion.ts';
import { createProgram } from './program.ts';

const scriptFor = async (shell: string) => (await runHere(completionCommand(), [shell])).stdout;

/** A folder with this program as `petstore`, which the scripts start. */
const { path: folder, remove } = makeScratchFolder();
afterAll(remove);
const main = Bun.fileURLToPath(new URL('../src/main.ts', import.meta.url));
writeFileSync(join(folder, 'petstore'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
chmodSync(join(folder, 'petstore'), 0o700);

function linesOf(command: string[]): string[] {
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { stdout, stderr } = Bun.spawnSync(command, { cwd: import.meta.dir, env });
  expect(`${stderr}`).toBe('');
  return `${stdout}`.split('\n').filter((line) => line !== '');
}

/** What bash offers after these words, of which the last one is begun. */
function complete(script: string, ...words: string[]): string[] {
  const begun = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petstore petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf(['bash', '-c', `${script}\n${begun}`, 'bash', 'petstore', ...words]);
}

const after = async (...words: string[]) => wordsAfter(await createProgram(words), words);

test('commands, options and their values can follow', async () => {
  expect(await after()).toEqual(expect.arrayContaining(['backup', 'pets', 'api', 'help', '--help', '--version']));
  expect(await after('help')).toEqual(expect.arrayContaining(['backup', 'pets']));
  expect(await after('pets')).toEqual(['list', 'create', 'get', 'update', 'delete', '--help']);
  expect(await after('api', 'keys')).toContain('rotate');
  expect(await after('pets', 'list')).toContain('--status');
  expect(await after('pets', 'list', '--status')).toEqual(['available', 'pending', 'sold']);
  expect(await after('pets', 'list', '--q', 'keys')).toContain('--limit');
  expect(await after('completion')).toEqual(['bash', 'zsh', 'fish', '--help']);
  expect(await after('keys', 'create', '--role')).toContain('staff');
  expect(await after('serve', '--log-level')).toEqual(['debug', 'info', 'warn', 'error']);
  expect(await after('serve', '--env')).toEqual(['production', 'staging']);
  expect(await after('serve', '--access-log')).toEqual(['on', 'off']);
  expect(await after('photos', 'add', '1')).toContain('--json');
  // A former name of `--token`.
  expect(await after('verify')).not.toContain('--key');
});

test('where words are not known, nothing can follow', async () => {
  for (const words of [['import', '--photo-folder'], ['pets', 'create', '--data'], ['bogus'], ['pets', 'bogus']]) {
    expect([words, await after(...words)]).toEqual([words, []]);
  }
});

test('bash offers what begins like the last word, options once they are begun, and else file names', async () => {
  const script = await scriptFor('bash');
  expect(script).toContain('complete -o default ');
  expect(complete(script, 'pets', 'list', '--st')).toEqual(['--status']);
  expect(complete(script, 'import', '')).toEqual([]);
});

test('the program that the scripts start fails where it offers nothing, so that fish offers file names', () => {
  const env = { ...process.env, [completionVariable]: '1' };
  const { exitCode, stdout } = Bun.spawnSync([join(folder, 'petstore'), 'import', ''], { env });
  expect([exitCode, `${stdout}`]).toEqual([1, '']);
});

test.skipIf(Bun.which('zsh') === null)('zsh offers words, and file names where there are none', async () => {
  const script = await scriptFor('zsh');
  const shell = `compdef() { : }; compadd() { shift; print -l -- $@; (( $# )) }; _files() { print files }; ${script}`;
  const offers = (...words: string[]) =>
    linesOf(['zsh', '-f', '-c', `${shell}\nwords=("$@"); CURRENT=$#; _petstore`, 'zsh', 'petstore', ...words]);
  expect(offers('ba')).toEqual(['backup']);
  expect(offers('pets', 'list', '--status', '')).toEqual(['available', 'pending', 'sold']);
  expect(offers('import', '')).toEqual(['files']);
});

test.skipIf(Bun.which('fish') === null)(
  'fish offers either words or file names, and options once they are begun',
  async () => {
    const script = await scriptFor('fish');
    const offers = (line: string) =>
      linesOf(['fish', '--no-config', '-c', `${script}\ncomplete -C '${line}'`]).map((offer) => offer.split('\t')[0]);
    expect(offers('petstore ba')).toEqual(['backup']);
    expect(offers('petstore pets list --q keys --li')).toEqual(['--limit']);
    expect(offers('petstore pets list --status ').toSorted()).toEqual(['available', 'pending', 'sold']);
    expect(offers('petstore pets create --data ')).toContain('completion.ts');
    expect(offers('petstore import comp')).toEqual(['completion.test.ts', 'completion.ts']);
  },
);

test('a shell without completion is told with those that have it', async () => {
  expect(await runHere(completionCommand(), ['tcsh'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'petstore: there is no completion for "tcsh"; it is one of bash, zsh, fish\n',
  });
});
