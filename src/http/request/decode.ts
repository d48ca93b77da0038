import { parseInt64, parseJsonInt64 } from '../../../contract/int64.ts';
import { convertInt64s } from '../../api/int64-strings.ts';
import { type JsonSchema, namedBy, type TSchema } from '../../api/schemas.ts';
import { type FieldError, fieldError, makeFault } from '../../errors/faults.ts';
import { cut } from '../../lib/visible-text.ts';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from './json.ts';
import { addError, decodeInteger, decodeString, rangeOf } from './scalars.ts';

/** Validates a JSON body and types it: integers of format int64 become `bigint`. Adds all errors, not only the first. */
export function decodeJson(schema: TSchema, value: JsonValue, errors: FieldError[]): unknown {
  const known = errors.length;
  const decoded = decodeValue(schema as JsonSchema, value, errors);
  if (errors.length > known) for (const error of errors.slice(known)) error.pointer = `#${error.pointer}`;
  return decoded;
}

/** An object apart: the members that the schema has, and the others. `undefined` if it has none of them. */
export function splitObject(sent: JsonObject, schema: TSchema): { own: JsonObject; others: JsonObject } | undefined {
  const { properties = {} } = schema as JsonSchema;
  const { own, others = [] } = Object.groupBy(Object.entries(sent), ([name]) =>
    Object.hasOwn(properties, name) ? 'own' : 'others',
  );
  return own && { own: Object.fromEntries(own), others: Object.fromEntries(others) };
}

/** The value with numbers for strings of digits, where the schema has 64-bit integers. */
export function readInt64Strings(schema: TSchema, value: JsonValue): JsonValue {
  const toNumber = (sent: unknown) =>
    typeof sent === 'string' && parseInt64(sent) !== undefined ? new JsonNumber(sent) : sent;
  return convertInt64s(schema, value, toNumber) as JsonValue;
}

function decodeValue(rule: JsonSchema, value: JsonValue, errors: FieldError[]): unknown {
  const [type, orNull] = typeof rule.type === 'object' ? rule.type : [rule.type];
  if (value === null && orNull !== undefined) return value;
  switch (type) {
    case 'object':
      return decodeObject(rule, value, errors);
    case 'integer':
      return decodeInteger(rule, readInteger(value), errors);
    case 'number':
      return decodeNumber(rule, value, errors);
    case 'string':
      return decodeString(rule, value, errors);
    case 'boolean':
      return typeof value === 'boolean' ? value : addError(errors, 'boolean');
    case 'array':
      return decodeArray(rule, value, errors);
    default:
      throw new Error(`no decoder for a schema of type ${rule.type}`);
  }
}

function decodeMember(rule: JsonSchema, value: JsonValue, name: string | number, errors: FieldError[]): unknown {
  const known = errors.length;
  const decoded = decodeValue(rule, value, errors);
  if (errors.length === known) return decoded;
  for (const error of errors.slice(known)) {
    error.pointer = member(String(name)) + error.pointer;
    // Sentences of their own name the fields of the whole body alone.
    delete error.sentence;
  }
  return decoded;
}

function readInteger(value: JsonValue): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return value instanceof JsonNumber ? parseJsonInt64(value.text) : undefined;
}

function decodeNumber({ minimum = 0, maximum = 0 }: JsonSchema, value: JsonValue, errors: FieldError[]): unknown {
  const number = value instanceof JsonNumber ? Number(value.text) : value;
  if (typeof number === 'number' && number >= minimum && number <= maximum) return number;
  return addError(errors, 'number', minimum, maximum);
}

function decodeObject(rule: JsonSchema, value: JsonValue, errors: FieldError[]): unknown {
  if (!isObject(value)) return addError(errors, 'object');
  const { properties = {}, required = [], additionalProperties } = rule;
  if (typeof additionalProperties === 'object') return decodeMap(rule, additionalProperties, value, errors);
  const unknown: string[] = [];
  const decoded: Record<string, unknown> = {};
  for (const property of required) {
    if (!Object.hasOwn(value, property)) errors.push(fieldError(member(property), 'required'));
  }
  for (const property in value) {
    const schema = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (schema === undefined) unknown.push(property);
    else decoded[property] = decodeMember(schema, value[property] ?? null, property, errors);
  }
  if (unknown.length > 0) errors.push(...unknownNames('field', unknown, Object.keys(properties), member));
  return decoded;
}

/** Decodes an object whose members have free names. */
function decodeMap(rule: JsonSchema, content: JsonSchema, value: JsonObject, errors: FieldError[]): unknown {
  const { propertyNames = {}, maxProperties = Number.POSITIVE_INFINITY } = rule;
  const entries = Object.entries(value);
  if (entries.length > maxProperties) {
    return addError(errors, 'members', entries.length, ...rangeOf(0, maxProperties));
  }
  const decoded = entries.map(([name, text]) => {
    const faults: FieldError[] = [];
    decodeString(propertyNames, name, faults);
    for (const { reason, values } of faults) errors.push(fieldError(member(name), 'member_name', reason, ...values));
    return [name, decodeMember(content, text, name, errors)] as const;
  });
  // Other than an assignment, this also keeps a member with the name __proto__.
  return Object.fromEntries(decoded);
}

function decodeArray(rule: JsonSchema, value: JsonValue, errors: FieldError[]): unknown {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = rule;
  if (!Array.isArray(value)) return addError(errors, 'array');
  if (value.length < minItems || value.length > maxItems) {
    return addError(errors, 'items', value.length, ...rangeOf(minItems, maxItems));
  }
  const known = errors.length;
  const name = rule[namedBy];
  const values = value.map((entry, index) =>
    name === undefined ? decodeMember(items, entry, index, errors) : decodeNamed(items, entry, { index, name }, errors),
  );
  if (errors.length > known || !uniqueItems || new Set(values).size === values.length) return values;
  return addError(errors, 'duplicates');
}

/** Decodes an item whose faults are its own, as long as it has its name. */
function decodeNamed(
  items: JsonSchema,
  value: JsonValue,
  { index, name }: { index: number; name: string },
  errors: FieldError[],
): unknown {
  const own: FieldError[] = [];
  const decoded = decodeValue(items, value, own);
  if (own.length === 0) return decoded;
  const isNamed = own.every(({ pointer }) => pointer !== '' && pointer !== member(name));
  if (!isNamed || typeof decoded !== 'object' || decoded === null) return decodeMember(items, value, index, errors);
  const faults = own.map((fault) => ({ ...fault, pointer: `#${fault.pointer}` }));
  return { [name]: (decoded as Record<string, unknown>)[name], faults };
}

const maxListedNames = 10;
const maxShownName = 65;

/** The errors for names that a client has sent. It can send thousands: the first ones are enough to find the mistake. */
export function unknownNames(
  kind: 'field' | 'parameter',
  names: readonly string[],
  knownNames: readonly string[],
  pointerTo: (name: string) => string,
): FieldError[] {
  const listed = names.slice(0, maxListedNames);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  const known = makeFault(`${knownNames.length === 0 ? 'no' : 'known'}_${kind}s`, knownNames.join(', '));
  const unknown = `Unknown ${kind}${names.length === 1 ? '' : 's'} ${listed.map(printable).join(', ')}${more}`;
  const sentence = `${unknown}. ${known.detail}`;
  return listed.map((name) => ({
    ...fieldError(pointerTo(name), 'unknown', known.reason, ...known.values),
    sentence,
  }));
}

/** Quotes a name that a client sent, escaped and shortened so that it is safe to repeat. */
function printable(name: string): string {
  return JSON.stringify(cut(name, maxShownName));
}

/** A member's part of a JSON Pointer in a URI fragment (RFC 6901, sections 3 and 6), shortened. */
function member(name: string): string {
  const shown = cut(name, maxShownName).toWellFormed();
  return `/${encodeURIComponent(shown.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
