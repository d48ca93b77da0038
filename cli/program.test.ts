import { expect, test } from 'bun:test';
import { runHere } from '../tests/support/process/command.ts';
import { createProgram } from './program.ts';

const run = async (...words: string[]) => await runHere(await createProgram(words), words);

test('help shows the help of the command that it names, however deep that is', async () => {
  for (const words of [['keys'], ['pets', 'list'], ['api', 'keys', 'rotate']]) {
    const asked = await run('help', ...words);
    expect([asked.exitCode, asked.stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringContaining(`Usage: petstore ${words.join(' ')} `),
    ]);
    expect(await run(...words, '--help')).toEqual(asked);
  }
});

test('a wrong command line is told as other errors are, and ends with 2', async () => {
  expect(await run('pets', 'list', '--bogus')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "petstore: unknown option '--bogus'\n",
  });
  for (const words of [['serv'], ['help', 'serv'], ['pets', 'serv'], ['help', 'pets', 'serv']]) {
    const unknown = await run(...words);
    expect([unknown.exitCode, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toMatch(/^petstore: unknown command 'serv'/);
    if (words.includes('pets')) expect(unknown.stderr).toContain('Run "petstore pets --help"');
  }
});

test('no line of a help is longer than 80 columns, except examples, where the terminal says nothing else', async () => {
  for (const name of ['backup', 'verify', 'import', 'check']) {
    const { stdout } = await run(name, '--help');
    const lines = stdout.split('\n').filter((line) => !/^ {2,}(petstore|--)/.test(line));
    expect([name, lines.filter((line) => line.length > 80)]).toEqual([name, []]);
  }
});
