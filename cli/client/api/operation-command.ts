import { Command, InvalidArgumentError, Option } from 'commander';
import { idempotencyHours } from '../../../contract/limits.ts';
import { bodySchema, isPaged, type Operation } from '../../../src/api/operation.ts';
import { addServiceOptions } from '../connection.ts';
import { commandName } from './command-name.ts';
import { exampleLine, successorLine } from './example.ts';
import { type FlagField, flagFieldsOf, pathFields, plainText, removableMembers } from './fields.ts';
import type { Invocation } from './run-operation.ts';

/** The command of an operation: its arguments and flags follow from the parameters and the schema of the body. */
export function operationCommand(operation: Operation, perform: (invocation: Invocation) => Promise<void>): Command {
  const command = new Command(commandName(operation).name)
    .summary(commandSummary(operation))
    .description(describe(operation));
  for (const { flag, description } of pathFields(operation)) command.argument(`<${flag}>`, description);
  const isUpload = operation.kind === 'write' && operation.write === 'upload';
  if (isUpload) command.argument('<file>', `${plainText(operation.bodyDescription)} "-" is standard input.`);
  for (const field of flagFieldsOf(operation)) command.addOption(fieldOption(field));
  for (const option of kindOptions(operation)) command.addOption(option);
  command.option('--json', 'print the response body as it is received, with all digits of 64-bit integers');
  command.option('--include', 'print the status and the headers of each response on standard error');
  return addServiceOptions(command)
    .addHelpText('after', () => `\nExample:\n  ${exampleLine(operation)}`)
    .action(() => {
      const flags: Record<string, unknown> = command.opts();
      return perform({ operation, args: command.args, flags });
    });
}

export function commandSummary({ summary, deprecation }: Operation): string {
  return deprecation ? `${summary} (deprecated)` : summary;
}

function describe(operation: Operation): string {
  const { summary, description, deprecation, stability } = operation;
  const successor = successorLine(operation);
  const removal = deprecation && new Date(deprecation.removedAt).toISOString().slice(0, 10);
  const notes = [
    ...(stability === 'stable' ? [] : [`This operation is ${stability}.`]),
    ...(deprecation ? [`It is deprecated and will be removed on ${removal}. ${deprecation.advice}`] : []),
    ...(successor === undefined ? [] : [`As a command: "${successor}".`]),
  ];
  return [`${summary}.`, description, notes.join(' ')]
    .filter((text) => text !== '')
    .map(plainText)
    .join('\n\n');
}

function fieldOption(field: FlagField): Option {
  const { flag, description, choices, isRequired, isRepeatable } = field;
  const notes = [
    description,
    isRepeatable && !/May be repeated/.test(description) ? 'May be repeated.' : '',
    isRequired ? 'Required, unless --data has it.' : '',
  ];
  const option = new Option(`--${flag} <${argumentOf(field)}>`, notes.filter((note) => note !== '').join(' '));
  // Only told: the service may be newer and accept more.
  if (choices.length > 0 && field.kind !== 'boolean') option.argChoices = [...choices];
  return isRepeatable ? option.argParser(collect) : option;
}

function argumentOf({ kind, choices }: FlagField): string {
  if (kind === 'boolean') return choices.join('|');
  return {
    integer: 'integer',
    number: 'number',
    text: choices.length > 0 ? 'value' : 'text',
    map: 'name=text',
    json: 'json',
  }[kind];
}

function collect(text: string, earlier: unknown): string[] {
  return [...(Array.isArray(earlier) ? earlier : []), text];
}

function collectOneOf(choices: readonly string[]): typeof collect {
  return (text, earlier) => {
    if (choices.includes(text)) return collect(text, earlier);
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.`);
  };
}

function kindOptions(operation: Operation): Option[] {
  const all = new Option('--all', 'print all pages; with --json, one JSON object per line');
  if (operation.kind === 'stream') {
    const follow = new Option('--follow', 'wait for new entries and print them as they happen, until you press Ctrl-C');
    return [all, follow.conflicts(['all', 'limit'])];
  }
  if (operation.kind !== 'write') return isPaged(operation) ? [all] : [];
  const removable = [...removableMembers(operation).keys()];
  const data = 'the body as JSON, from a file with @FILE, or from standard input with -; flags change it';
  const unset = `removes a field; may be repeated: ${removable.join(', ')}`;
  const ifMatch = 'change the resource only if it still has this ETag, as "get" prints it';
  const key = `makes the command safe to repeat for ${idempotencyHours} hours: the change is made once (default: a new key)`;
  const options = [
    bodySchema(operation) !== undefined && new Option('--data <json>', data),
    removable.length > 0 && new Option('--unset <field>', unset).argParser(collectOneOf(removable)),
    operation.isConditional && new Option('--if-match <etag>', ifMatch),
    operation.method === 'POST' && new Option('--idempotency-key <key>', key),
  ];
  return options.filter((option) => option !== false);
}
