import { parseInt64, parseJsonInt64 } from '../../lib/int64.ts';
import { parseDay, parseTimestamp } from '../../lib/timestamp.ts';
import type { FieldError } from '../../model/errors.ts';
import { convertInt64s } from '../../operations/int64-strings.ts';
import { patternMeaning, type TSchema } from '../../operations/schemas/base.ts';
import { isObject, JsonNumber, type JsonValue } from './json.ts';

/** The subset of JSON Schema that the operations use. */
interface JsonSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  [patternMeaning]?: string;
}

/** Either the typed value, or all errors in it. */
export type Decoded = { ok: true; value: unknown } | { ok: false; errors: readonly FieldError[] };

/** Validates a JSON body and types it: integers of format int64 become `bigint`. Reports all errors, not only the first. */
export function decodeJson(schema: TSchema, value: JsonValue): Decoded {
  return within('#', decodeValue(schema as JsonSchema, value));
}

/** The value with numbers for strings of digits, where the schema has 64-bit integers. */
export function readInt64Strings(schema: TSchema, value: JsonValue): JsonValue {
  const toNumber = (sent: unknown) =>
    typeof sent === 'string' && parseInt64(sent) !== undefined ? new JsonNumber(sent) : sent;
  return convertInt64s(schema, value, toNumber) as JsonValue;
}

/** Decodes the raw value of a path or query parameter. Integers are plain digits. */
export function decodeText(schema: TSchema, text: string, name: string): Decoded {
  const rule = schema as JsonSchema;
  if (rule.type !== 'integer') return within(`?${name}`, decodeString(rule, text));
  const value = parseInt64(text);
  return within(`?${name}`, value === undefined ? invalid(integerMeaning(rule)) : checkInteger(rule, value));
}

/** Prefixes the pointers of errors. Done only when there are errors, so that a valid body does not pay for it. */
function within(parent: string, decoded: Decoded): Decoded {
  if (decoded.ok) return decoded;
  return { ok: false, errors: decoded.errors.map((entry) => ({ ...entry, pointer: parent + entry.pointer })) };
}

function decodeValue(rule: JsonSchema, value: JsonValue): Decoded {
  switch (rule.type) {
    case 'object':
      return decodeObject(rule, value);
    case 'integer':
      return decodeInteger(rule, value);
    case 'string':
      return typeof value === 'string' ? decodeString(rule, value) : invalid(stringMeaning(rule));
    case 'array':
      return decodeArray(rule, value);
    default:
      throw new Error(`no decoder for a schema of type ${rule.type}`);
  }
}

function decodeObject(rule: JsonSchema, value: JsonValue): Decoded {
  if (!isObject(value)) return invalid('must be an object');
  const properties = rule.properties ?? {};
  const errors: FieldError[] = [];
  const unknown: string[] = [];
  const decoded: Record<string, unknown> = {};
  for (const property of rule.required ?? []) {
    if (!Object.hasOwn(value, property)) errors.push({ pointer: member(property), detail: 'is required' });
  }
  for (const [property, content] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (schema === undefined) {
      unknown.push(property);
      continue;
    }
    const result = decodeValue(schema, content);
    if (result.ok) decoded[property] = result.value;
    else errors.push(...result.errors.map((entry) => ({ ...entry, pointer: member(property) + entry.pointer })));
  }
  if (unknown.length > 0) errors.push(...unknownFields(unknown, Object.keys(properties)));
  return errors.length === 0 ? { ok: true, value: decoded } : { ok: false, errors };
}

function decodeArray({ items = {}, ...rule }: JsonSchema, value: JsonValue): Decoded {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rule;
  if (!Array.isArray(value)) return invalid('must be an array');
  if (value.length < minItems || value.length > maxItems) {
    if (maxItems === Number.POSITIVE_INFINITY && minItems === 1) return invalid('must not be empty');
    return invalid(`must have ${rangeOf(minItems, maxItems)} items, but has ${value.length}`);
  }
  const decoded = value.map((entry, index) => within(`/${index}`, decodeValue(items, entry)));
  const errors = decoded.flatMap((entry) => (entry.ok ? [] : entry.errors));
  if (errors.length > 0) return { ok: false, errors };
  const values = decoded.flatMap((entry) => (entry.ok ? [entry.value] : []));
  if (rule.uniqueItems && new Set(values).size < values.length) return invalid('must not contain duplicates');
  return { ok: true, value: values };
}

function rangeOf(min: number, max: number): string {
  if (min === 0) return `at most ${max}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}

const maxListedNames = 10;

/** A body can hold thousands of unknown names: the first ones are enough to find the mistake. */
function unknownFields(names: readonly string[], fields: readonly string[]): FieldError[] {
  const listed = names.slice(0, maxListedNames);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  const known = fields.length === 0 ? 'No fields are allowed' : `Known fields: ${fields.join(', ')}`;
  const sentence = `Unknown field${names.length === 1 ? '' : 's'} ${listed.map(printable).join(', ')}${more}. ${known}`;
  return listed.map((name) => ({ pointer: member(shorten(name)), detail: `is unknown. ${known}`, sentence }));
}

/** A member's part of a JSON Pointer in a URI fragment (RFC 6901, sections 3 and 6). */
function member(name: string): string {
  return `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

function decodeInteger(rule: JsonSchema, value: JsonValue): Decoded {
  const integer = readInteger(value);
  return integer === undefined ? invalid(integerMeaning(rule)) : checkInteger(rule, integer);
}

function readInteger(value: JsonValue): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return value instanceof JsonNumber ? parseJsonInt64(value.text) : undefined;
}

function checkInteger(rule: JsonSchema, value: bigint): Decoded {
  const { minimum, maximum } = rule;
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    return invalid(integerMeaning(rule));
  }
  return { ok: true, value: rule.format === 'int64' ? value : Number(value) };
}

function decodeString(rule: JsonSchema, value: string): Decoded {
  if (rule.format === 'date-time') return decodeTimestamp(value);
  if (rule.format === 'date') return decodeDay(value);
  if (rule.enum !== undefined && !rule.enum.includes(value)) return invalid(stringMeaning(rule));
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  // There are never more code points than UTF-16 units, so only a long text has to be counted.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) {
    return invalid(`must have ${rangeOf(minLength, maxLength)} characters, but has ${length}`);
  }
  if (rule.pattern !== undefined && !expression(rule.pattern).test(value)) {
    return invalid(rule[patternMeaning] ?? `must match ${rule.pattern}`);
  }
  return { ok: true, value };
}

function decodeTimestamp(value: string): Decoded {
  const time = parseTimestamp(value);
  return time === undefined ? invalid('must be a timestamp such as 2027-01-31T12:00:00Z') : { ok: true, value: time };
}

function decodeDay(value: string): Decoded {
  const day = parseDay(value);
  return day === undefined ? invalid('must be a date such as 2027-01-31') : { ok: true, value: day };
}

function integerMeaning({ minimum, maximum }: JsonSchema): string {
  if (minimum === 0 && maximum === undefined) return 'must be a non-negative 64-bit integer';
  return minimum === undefined || maximum === undefined
    ? 'must be a 64-bit integer'
    : `must be an integer from ${minimum} to ${maximum}`;
}

function stringMeaning(rule: JsonSchema): string {
  return rule.enum === undefined ? 'must be a string' : `must be one of ${rule.enum.join(', ')}`;
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const compiled = new RegExp(pattern, 'u');
  expressions.set(pattern, compiled);
  return compiled;
}

function invalid(detail: string): Decoded {
  return { ok: false, errors: [{ pointer: '', detail }] };
}

/** Quotes a name that a client sent, escaped and shortened so that it is safe to repeat. */
export function printable(name: string): string {
  return JSON.stringify(shorten(name));
}

function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
