import { expect, test } from 'bun:test';
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
