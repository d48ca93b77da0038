import { expect, test } from 'bun:test';
import { runHere } from '../../tests/support/process/command.ts';
import { commandsFor } from './commands.ts';
import { completionCommand } from './completion.ts';

const scriptFor = async (shell: string) =>
  (
    await runHere(
      completionCommand(() => commandsFor([])),
      [shell],
    )
  ).stdout;

function linesOf(command: string[]): string[] {
  const { stdout, stderr } = Bun.spawnSync(command, { cwd: import.meta.dir });
  expect(`${stderr}`).toBe('');
  return `${stdout}`.split('\n').filter((line) => line !== '');
}

/** What bash offers after these words, of which the last one is begun. */
function complete(script: string, ...words: string[]): string[] {
  const begun = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf(['bash', '-c', `${script}\n${begun}`, 'bash', 'petstore', ...words]);
}

/** What fish offers for a command line, of which the last word is begun. */
function completeInFish(script: string, line: string): string[] {
  return linesOf(['fish', '--no-config', '-c', `${script}\ncomplete -C '${line}'`]).map(
    (offer) => offer.split('\t')[0] ?? '',
  );
}

test('bash completes commands, options and their values', async () => {
  const script = await scriptFor('bash');
  expect(complete(script, 'ba')).toEqual(['backup']);
  expect(complete(script, 'pets', '')).toEqual(expect.arrayContaining(['list', 'create', 'get', 'update', 'delete']));
  expect(complete(script, 'api', 'keys', 'rot')).toEqual(['rotate']);
  expect(complete(script, 'pets', 'list', '--st')).toEqual(['--status']);
  expect(complete(script, 'pets', 'list', '--status', '')).toEqual(['available', 'pending', 'sold']);
  expect(complete(script, 'pets', 'list', '--q', 'keys', '--li')).toEqual(['--limit']);
  expect(complete(script, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(complete(script, 'keys', 'create', '--role', 'st')).toEqual(['staff']);
  expect(complete(script, 'serve', '--log-level', '')).toEqual(['debug', 'info', 'warn', 'error']);
  expect(complete(script, 'serve', '--env', '')).toEqual(['production', 'staging']);
  expect(complete(script, 'serve', '--access-log', '')).toEqual(['on', 'off']);
  expect(complete(script, 'serve', '--public-language', 'd')).toEqual(['de']);
  expect(complete(script, 'photos', 'add', '1', '--js')).toEqual(['--json']);
  // A former name of `--token`.
  expect(complete(script, 'verify', '--key')).toEqual([]);
});

test('bash completes file names where the words are not known', async () => {
  const script = await scriptFor('bash');
  expect(script).toContain('complete -o default ');
  for (const words of [
    ['import'],
    ['import', '--photo-folder'],
    ['photos', 'add', '1'],
    ['pets', 'create', '--data'],
    ['bogus'],
    ['pets', 'bogus'],
  ]) {
    expect([words, complete(script, ...words, '')]).toEqual([words, []]);
  }
});

test.skipIf(Bun.which('fish') === null)(
  'fish offers either words or file names, and options once they are begun',
  async () => {
    const script = await scriptFor('fish');
    const offers = (line: string) => completeInFish(script, line);
    expect(offers('petstore ba')).toEqual(['backup']);
    expect(offers('petstore api keys rot')).toEqual(['rotate']);
    expect(offers('petstore pets ').toSorted()).toEqual(['create', 'delete', 'get', 'list', 'update']);
    expect(offers('petstore pets list --q keys --li')).toEqual(['--limit']);
    expect(offers('petstore pets list --status ').toSorted()).toEqual(['available', 'pending', 'sold']);
    expect(offers('petstore completion ').toSorted()).toEqual(['bash', 'fish', 'zsh']);
    for (const line of [
      'import',
      'import --photo-folder',
      'photos add 1',
      'pets create --data',
      'bogus',
      'pets bogus',
    ]) {
      const offered = offers(`petstore ${line} `);
      expect([line, offered.includes('completion.ts'), offered.filter((word) => word.startsWith('-'))]).toEqual([
        line,
        true,
        [],
      ]);
    }
  },
);

test('a shell without completion is told with those that have it', async () => {
  const command = completionCommand(() => commandsFor([]));
  expect(await runHere(command, ['tcsh'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'petstore: there is no completion for "tcsh"; it is one of bash, zsh, fish\n',
  });
});

test('every shell gets every command', async () => {
  const names = (await commandsFor([])).map((command) => command.name());
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await scriptFor(shell);
    for (const name of names) expect(script).toContain(`'petstore ${name}'`);
  }
});
