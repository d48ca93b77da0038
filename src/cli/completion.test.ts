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

/** What bash offers after these words, of which the last one is begun. */
function complete(script: string, ...words: string[]): string[] {
  const begun = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = Bun.spawnSync(['bash', '-c', `${script}\n${begun}`, 'bash', 'petstore', ...words]);
  expect(`${stderr}`).toBe('');
  return `${stdout}`.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options and their values', async () => {
  const script = await scriptFor('bash');
  expect(complete(script, 'ba')).toEqual(['backup']);
  expect(complete(script, 'pets', '')).toEqual(expect.arrayContaining(['list', 'create', 'get', 'update', 'delete']));
  expect(complete(script, 'api', 'keys', 'rot')).toEqual(['rotate']);
  expect(complete(script, 'pets', 'list', '--st')).toEqual(['--status']);
  expect(complete(script, 'pets', 'list', '--status', '')).toEqual(['available', 'pending', 'sold']);
  expect(complete(script, 'pets', 'list', '--q', 'keys', '--li')).toEqual(['--limit']);
  expect(complete(script, 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  // A former name of `--token`.
  expect(complete(script, 'verify', '--key')).toEqual([]);
});

test('every shell gets every command', async () => {
  const names = (await commandsFor([])).map((command) => command.name());
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await scriptFor(shell);
    for (const name of names) expect(script).toContain(`'petstore ${name}'`);
  }
});
