import { Command } from 'commander';
import type { Operation } from '../../../src/api/operation.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { standardOutput, terminalWidth } from '../../output.ts';
import { type ConnectionOptions, connectTransport } from '../connection.ts';
import { standardInput } from './command-input.ts';
import { commandName, databaseGroups } from './command-name.ts';
import { operationCommand } from './operation-command.ts';
import { type CallSession, type Invocation, runOperation } from './run-operation.ts';

const help = `
These commands call a running service. Exit codes: 0 done; 1 the service refused, nothing was changed; 2 the command line is
wrong, nothing was sent; 3 no usable answer: the service cannot be reached, is overloaded or has failed, and the message
says whether a change may have been made.`;

type Group = readonly [name: string, members: readonly Operation[]];

const apiName = 'api';

/**
 * The commands of the operations: `petstore pets list`. `petstore api` has all groups, also those whose names belong to
 * commands that open the database: `petstore api keys list`. Those need no key, as an operator does whose keys are lost; one
 * word, and no setting, tells which of the two a line in a script means.
 * @param words the command line: if it names a group, only that one is made, because making all takes longer than running one
 */
export function operationGroups([word, next]: readonly string[] = []): Command[] {
  const all: readonly Group[] = [...Map.groupBy(operations, (operation) => commandName(operation).group)];
  if (word === apiName) return [apiCommand(named(all, next) ?? all)];
  const atTop = all.filter(([name]) => !databaseGroups.has(name));
  return named(atTop, word)?.map(groupCommand) ?? [...atTop.map(groupCommand), apiCommand(all)];
}

/** The group with this name; `undefined` if there is none. */
function named(groups: readonly Group[], name: string | undefined): readonly Group[] | undefined {
  const found = groups.filter(([own]) => own === name);
  return found.length === 0 ? undefined : found;
}

function apiCommand(groups: readonly Group[]): Command {
  const api = new Command(apiName)
    .description('all operations of a running service, also on keys and webhooks: "petstore api keys list"')
    .addHelpText('after', help)
    .helpGroup('Commands that call a running service:');
  for (const group of groups) api.addCommand(groupCommand(group));
  return api;
}

function groupCommand([name, members]: Group): Command {
  const verbs = members.map((operation) => commandName(operation).name);
  const group = new Command(name)
    .description(verbs.join(', '))
    .addHelpText('after', help)
    .helpGroup('Commands that call a running service:');
  for (const operation of members) group.addCommand(operationCommand(operation, perform));
  return group;
}

function perform(invocation: Invocation): Promise<void> {
  return runOperation(invocation, openSession(invocation));
}

function openSession({ flags }: Invocation): CallSession {
  return {
    transport: connectTransport(connectionOptions(flags)),
    input: standardInput,
    output: standardOutput,
    note: (line) => void process.stderr.write(`${line}\n`),
    style: { columns: terminalWidth(), isBold: process.stdout.isTTY === true && !process.env['NO_COLOR'] },
  };
}

function connectionOptions({ server, token, retryFor }: Invocation['flags']): ConnectionOptions {
  return {
    ...(typeof server === 'string' && { server }),
    ...(typeof token === 'string' && { token }),
    ...(typeof retryFor === 'string' && { retryFor }),
  };
}
