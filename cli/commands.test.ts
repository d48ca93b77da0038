import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { operationGroups } from './client/api/operation-groups.ts';
import { commandsFor, ownNames } from './commands.ts';

const names = async (...words: string[]) => (await commandsFor(words)).map((command) => command.name());
const all = [...ownNames, ...operationGroups().map((group) => group.name())];

test('a command line that names a command or a group gets only that one', async () => {
  for (const name of all) expect(await names(name, 'list')).toEqual([name]);
});

test('the help, a missing word and an unknown one get all commands', async () => {
  for (const words of [[], ['--help'], ['help', 'keys'], ['serv']]) expect(await names(...words)).toEqual(all);
});

test('the version needs no command', async () => {
  for (const flag of ['--version', '-V']) expect(await names(flag)).toEqual([]);
});

test('"api" gets the group that the next word names, or all groups', async () => {
  const groups = async (...words: string[]) =>
    (await commandsFor(['api', ...words])).flatMap((api) => api.commands.map((group) => group.name()));
  expect(await groups('keys', 'list')).toEqual(['keys']);
  const every = await groups();
  expect(every).toEqual(expect.arrayContaining(['webhooks', 'pets']));
  for (const words of [['--help'], ['help', 'keys'], ['key']]) expect(await groups(...words)).toEqual(every);
});

test('every command in backticks of the documents has these options', async () => {
  const documents = ['*.md', '{docs,client,deploy}/**/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync()]);
  const texts = documents.map((path) => readFileSync(path, 'utf8'));
  const prose = texts
    .join('\n')
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/\s+/g, ' ');
  const shown = [...prose.matchAll(/`petstore ([a-z][^`]*)`/g)];
  expect(shown.length).toBeGreaterThan(100);
  const unknown: string[] = [];
  for (const [text, words = ''] of shown) {
    const [name, ...rest] = words.split(/[ =]/);
    let command = (await commandsFor([name ?? '', ...rest])).find((one) => one.name() === name);
    for (const word of rest) command = command?.commands.find((one) => one.name() === word) ?? command;
    const options = [...(command?.options ?? []), ...(command?.parent?.options ?? [])].map(({ long }) => long);
    const isKnown = (word: string) => !word.startsWith('--') || word === '--help' || options.includes(word);
    if (command === undefined || !rest.every(isKnown)) unknown.push(text);
  }
  expect(unknown.filter((text) => !text.includes('newest-pet'))).toEqual([]);
});
