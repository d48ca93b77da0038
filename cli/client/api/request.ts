import { parseJson } from '../../../client/transport/json.ts';
import type { Upload } from '../../../client/transport/upload.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import { isBodyOptional, type Operation, type WriteOperation } from '../../../src/api/operation.ts';
import { messageOf } from '../../../src/lib/errors.ts';
import { type CommandError, unusable } from '../../exit.ts';
import type { CommandInput } from './command-input.ts';
import { type FlagField, flagFieldsOf, pathFields, removableMembers } from './fields.ts';

/** The values of the flags, by the names that the parser gives them. */
export type Flags = Readonly<Record<string, unknown>>;

/** What a command line asks of an operation. */
export interface Request {
  /** Below the interface's address. */
  path: string;
  query: Readonly<Record<string, readonly string[]>>;
  body?: unknown;
  upload?: Upload;
}

/** The name under which the parser keeps the value of a flag. */
export function nameOfFlag(flag: string): string {
  return flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** @throws CommandError when a value cannot be sent */
export async function readRequest(
  operation: Operation,
  args: readonly string[],
  flags: Flags,
  input: CommandInput,
): Promise<Request> {
  const parameters = pathFields(operation);
  const path = parameters.reduce(
    (text, field, index) =>
      text.replace(`{${field.path[0]}}`, encodeURIComponent(requireValid(field, args[index] ?? ''))),
    operation.path,
  );
  const inQuery = flagFieldsOf(operation).filter(({ place }) => place === 'query');
  const query = Object.fromEntries(
    inQuery.map((field) => [field.path[0], textsOf(flags, field).map((text) => requireValid(field, text))]),
  );
  if (operation.kind !== 'write') return { path, query };
  if (operation.write === 'upload')
    return { path, query, upload: await input.readImage(args[parameters.length] ?? '') };
  const body = operation.body === undefined ? undefined : await readBody(operation, flags, input);
  return { path, query, ...(body !== undefined && { body }) };
}

function textsOf(flags: Flags, { flag }: Pick<FlagField, 'flag'>): string[] {
  return [flags[nameOfFlag(flag)] ?? []].flat().map(String);
}

/** The text itself, which is what a path and a query carry. @throws CommandError */
function requireValid(field: FlagField, text: string): string {
  readValue(field, text);
  return text;
}

/** The body: what `--data` has, with the members that the flags set. */
async function readBody(operation: WriteOperation, flags: Flags, input: CommandInput): Promise<unknown> {
  const data = await readData(flags, input);
  const body = data ?? {};
  let isGiven = data !== undefined;
  for (const field of flagFieldsOf(operation).filter(({ place }) => place === 'body')) {
    const texts = textsOf(flags, field);
    if (texts.length > 0) setMember(body, field.path, fieldValue(field, texts));
    else if (field.isRequired && data === undefined) throw missing(field);
    isGiven ||= texts.length > 0;
  }
  for (const [name, path] of removableMembers(operation)) {
    if (!textsOf(flags, { flag: 'unset' }).includes(name)) continue;
    setMember(body, path, null);
    isGiven = true;
  }
  if (isGiven || isBodyOptional(operation)) return isGiven ? body : undefined;
  throw unusable('there is nothing to send; name a field to change, or give --data');
}

async function readData({ data }: Flags, input: CommandInput): Promise<object | undefined> {
  if (typeof data !== 'string') return undefined;
  const text = data === '-' || data.startsWith('@') ? await input.readText(data.replace(/^@/, '')) : data;
  const body = readJson(text, '--data');
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw unusable('--data must be a JSON object');
}

function fieldValue(field: FlagField, texts: readonly string[]): unknown {
  if (field.kind === 'map') return Object.fromEntries(texts.map((text) => readEntry(field, text)));
  const values = texts.map((text) => readValue(field, text));
  return field.isRepeatable ? values : values.at(-1);
}

function setMember(target: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const members: Record<string, unknown> = Object.assign(target);
  if (rest.length === 0) {
    members[name] = value;
    return;
  }
  const inner = members[name];
  const next = typeof inner === 'object' && inner !== null ? inner : {};
  members[name] = next;
  setMember(next, rest, value);
}

function missing({ flag }: FlagField): CommandError {
  return unusable(`--${flag} is missing; give it, or the whole body with --data`);
}

type Value = Pick<FlagField, 'place' | 'flag' | 'kind' | 'choices'>;

/**
 * The value of a flag as the body of a request has it. Only what would make another request of it is checked: all other rules
 * are the server's, which says what is wrong better than a copy of them could.
 * @throws CommandError when the text is not of the field's kind
 */
function readValue(field: Value, text: string): unknown {
  const { kind, choices } = field;
  if (kind === 'boolean' && choices.includes(text)) return text === 'true';
  if (choices.length > 0 && !choices.includes(text)) fail(field, `one of ${choices.join(', ')}`, text);
  switch (kind) {
    case 'integer':
      return parseInt64(text) ?? fail(field, 'a whole number of 64 bits, such as 42', text);
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : fail(field, 'a number, such as 1.5', text);
    case 'json':
      return readJson(text, `--${field.flag}`);
    default:
      return text;
  }
}

/** `NAME=TEXT`, of which the text may contain further equals signs. @throws CommandError */
function readEntry(field: Value, text: string): [name: string, text: string] {
  const place = text.indexOf('=');
  return place > 0
    ? [text.slice(0, place), text.slice(place + 1)]
    : fail(field, 'NAME=TEXT, such as weight=4 kg', text);
}

/** @throws CommandError when the text is not JSON */
function readJson(text: string, source: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw unusable(`${source} is not JSON: ${messageOf(error)}`);
  }
}

function fail({ place, flag }: Value, expected: string, text: string): never {
  const name = place === 'path' ? `<${flag}>` : `--${flag}`;
  throw unusable(`${name} must be ${expected}; it is "${text}"`);
}
