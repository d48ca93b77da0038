import { describe, expect, test } from 'bun:test';
import type { Command } from 'commander';
import { bodySchema } from '../../../src/api/operation.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { runHere } from '../../../tests/support/process/command.ts';
import { ownNames } from '../../commands.ts';
import { createProgram } from '../../program.ts';
import { commandLine, commandName, databaseGroups } from './command-name.ts';
import { exampleLine } from './example.ts';
import { flagFieldsOf, pathFields } from './fields.ts';
import { operationGroups } from './operation-groups.ts';

/** Every command below a command, by what a user types after its name. */
function leaves(command: Command): Map<string, Command> {
  const own = command.commands.flatMap((group) =>
    group.commands.map((leaf) => [`${group.name()} ${leaf.name()}`, leaf] as const),
  );
  return new Map(own);
}

const groups = operationGroups();
const api = groups.find((group) => group.name() === 'api');
const all = api === undefined ? new Map<string, Command>() : leaves(api);

test('every operation has one command, with a name of its own', () => {
  const names = operations.map((operation) => `${commandName(operation).group} ${commandName(operation).name}`);
  expect(new Set(names).size).toBe(operations.length);
  expect([...all.keys()].sort()).toEqual(names.sort());
});

test('commands are named as people say them', () => {
  const some = ['pets list', 'profile update', 'orders place', 'deliveries retry', 'api webhooks rotate-secret'];
  for (const words of [...some, 'api keys get-own']) expect(operations.map(commandLine)).toContain(`petstore ${words}`);
});

test('a group is missing at the top exactly if another command has its name', () => {
  const ofOperations = new Set(operations.map((operation) => commandName(operation).group));
  expect(databaseGroups).toEqual(ofOperations.intersection(ownNames));
  const top = groups.map((group) => group.name());
  expect(top.filter((name) => ownNames.has(name))).toEqual([]);
  expect(new Set(top)).toEqual(ofOperations.difference(ownNames).add('api'));
});

test('a deprecated command says so in its group, and names the command that takes its place', async () => {
  const { stdout } = await runHere(await createProgram(['pets']), ['pets', '--help']);
  expect(stdout).toMatch(/ get .*Get an animal \(deprecated\)\n/);
  const { stdout: help } = await runHere(await createProgram(['pets']), ['pets', 'get', '--help']);
  expect(help.replaceAll(/\s+/g, ' ')).toMatch(/It is deprecated .* As a command: "petstore pets list --id \d+"\./);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const { group, name } = commandName(operation);
  const command = all.get(`${group} ${name}`);

  test('has a flag for each query parameter and member of the body, without two of one name', () => {
    const keys = command?.options.map((option) => option.attributeName()) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    for (const { flag } of flagFieldsOf(operation))
      expect(command?.options.map(({ long }) => long)).toContain(`--${flag}`);
    for (const parameter of Object.keys(operation.query)) {
      expect(
        flagFieldsOf(operation).filter(({ place, path }) => place === 'query' && path[0] === parameter),
      ).toHaveLength(1);
    }
    const { properties = {} }: { properties?: object } = JSON.parse(JSON.stringify(bodySchema(operation) ?? {}));
    const given = new Set(flagFieldsOf(operation).map(({ path }) => path[0]));
    expect(Object.keys(properties).filter((member) => member !== 'id' && !given.has(member))).toEqual([]);
    // The parser would take `--no-…` for the negation of another flag.
    expect(keys.filter((key) => /^no[A-Z]/.test(key))).toEqual([]);
  });

  test('shows its summary, every flag that explains itself, and an example that it understands', () => {
    const shown: string[] = [];
    command?.configureOutput({ writeOut: (text) => void shown.push(text) }).outputHelp();
    const help = shown.join('').replaceAll(/\s+/g, ' ');
    expect(help).toContain(`${operation.summary}.`);
    const line = exampleLine(operation);
    expect(shown.join('')).toContain(line);
    expect(line.split(' ').filter((word) => word.startsWith('--') && !help.includes(`${word} `))).toEqual([]);
    for (const { flag } of pathFields(operation)) expect(help).toContain(`<${flag}>`);
    expect(help).not.toContain('`');
  });
});
