import type { Operation } from '../../../src/api/operation.ts';
import { operations } from '../../../src/catalogue/resources.ts';
import { quoteWord } from '../../program-name.ts';
import { commandLine, toKebab } from './command-name.ts';
import { type FlagField, flagFieldsOf, pathFields } from './fields.ts';

export function exampleLine(operation: Operation): string {
  const isUpload = operation.kind === 'write' && operation.write === 'upload';
  const words = [
    commandLine(operation),
    ...pathFields(operation).map(exampleOf),
    ...(isUpload ? ['photo.jpg'] : []),
    ...exampleFields(operation).flatMap((field) => [`--${field.flag}`, quoteWord(exampleOf(field))]),
    ...(operation.kind === 'stream' ? ['--follow', '--json'] : []),
  ];
  return words.join(' ');
}

/** The command that takes the place of a deprecated one, for the same example. */
export function successorLine(operation: Operation): string | undefined {
  const values = pathFields(operation).map((field) => [field.path[0], exampleOf(field)]);
  const [path, query] = operation.deprecation?.successor(Object.fromEntries(values)).split('?') ?? [];
  const successor = operations.find((other) => other.method === 'GET' && other.path === path);
  if (successor === undefined) return undefined;
  const flags = [...new URLSearchParams(query)].flatMap(([name, value]) => [`--${toKebab(name)}`, quoteWord(value)]);
  return [commandLine(successor), ...flags].join(' ');
}

/** The required fields; where there are none, the first that shows something. */
function exampleFields(operation: Operation): FlagField[] {
  const fields = flagFieldsOf(operation);
  const required = fields.filter(({ isRequired }) => isRequired);
  if (required.length > 0 || operation.kind === 'stream') return required;
  const [telling] = fields.filter(({ choices, example }) => choices.length > 0 || example !== undefined);
  const limit = fields.filter(({ flag }) => flag === 'limit' && operation.kind === 'list');
  return [...(telling ? [telling] : []), ...limit];
}

function exampleOf({ example, choices, kind }: FlagField): string {
  return (
    example ??
    choices[0] ??
    { integer: '20', number: '1.5', boolean: 'true', text: 'text', map: 'weight=4 kg', json: '{}' }[kind]
  );
}
