import { Command } from 'commander';
import { operations } from '../../operations/table.ts';
import { type ConnectionOptions, connectTransport } from '../connection.ts';
import { exitOnError, exitOnMisuse } from '../exit.ts';
import { openStandardOutput } from '../output.ts';
import { callOperation, type Invocation, type Session } from './call-operation.ts';
import { standardInput } from './command-input.ts';
import { commandName, databaseGroups } from './command-name.ts';
import { operationCommand } from './operation-command.ts';

const help = `
These commands call a running service. Exit codes: 0 done; 1 the service refused, nothing was changed; 2 the command line is
wrong, nothing was sent; 3 no usable answer: the service cannot be reached, is overloaded or has failed, and the message
says whether a change may have been made.`;

/**
 * The commands of all operations: `petstore pets list`. `petstore api` has all groups, also those whose names belong to
 * commands that open the database: `petstore api keys list`.
 */
export function operationGroups(): Command[] {
  const api = new Command('api')
    .description('all operations of a running service, also on keys and webhooks: "petstore api keys list"')
    .addHelpText('after', help)
    .helpGroup('Commands that call a running service:')
    .exitOverride(exitOnMisuse);
  for (const group of makeGroups()) api.addCommand(group);
  return [...makeGroups().filter((group) => !databaseGroups.has(group.name())), api];
}

function makeGroups(): Command[] {
  const byGroup = Map.groupBy(operations, (operation) => commandName(operation).group);
  return [...byGroup].map(([name, members]) => {
    const verbs = members.map((operation) => commandName(operation).name);
    const group = new Command(name)
      .description(verbs.join(', '))
      .addHelpText('after', help)
      .helpGroup('Commands that call a running service:')
      .exitOverride(exitOnMisuse);
    for (const operation of members) group.addCommand(operationCommand(operation, perform));
    return group;
  });
}

function perform(invocation: Invocation): Promise<void> {
  return exitOnError(() => callOperation(invocation, openSession(invocation)));
}

function openSession({ flags }: Invocation): Session {
  const { isTTY, columns } = process.stdout;
  return {
    transport: connectTransport(connectionOptions(flags)),
    input: standardInput,
    output: openStandardOutput(),
    note: (line) => void process.stderr.write(`${line}\n`),
    style: { columns: isTTY ? columns : undefined, isBold: isTTY === true && !process.env['NO_COLOR'] },
  };
}

function connectionOptions({ server, token, retryFor }: Invocation['flags']): ConnectionOptions {
  return {
    ...(typeof server === 'string' && { server }),
    ...(typeof token === 'string' && { token }),
    retryFor: String(retryFor),
  };
}
