import { parseInt64, parseJsonInt64 } from '../../lib/int64.ts';
import { parseDay, parseTimestamp } from '../../lib/timestamp.ts';
import type { FieldError } from '../../model/errors.ts';
import { patternMeaning, type TSchema } from '../../operations/schemas/base.ts';
import { isObject, JsonNumber, type JsonValue } from './json.ts';

/** The part of JSON Schema that the operations use. */
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

/** Either the typed value, or everything that is wrong with it. */
export type Decoded = { ok: true; value: unknown } | { ok: false; errors: readonly FieldError[] };

/** Checks a JSON body against a schema and types it: integers of format int64 become `bigint`. Finds every fault. */
export function decodeJson(schema: TSchema, value: JsonValue): Decoded {
  return within('#', decodeValue(schema as JsonSchema, value));
}

/** Reads the text of the path or query parameter with this name. Integers are plain digits. */
export function decodeText(schema: TSchema, text: string, name: string): Decoded {
  const rule = schema as JsonSchema;
  if (rule.type !== 'integer') return within(`?${name}`, decodeString(rule, text));
  const value = parseInt64(text);
  return within(`?${name}`, value === undefined ? fault(integerMeaning(rule)) : checkInteger(rule, value));
}

/** Where errors are is only told on the way back, so that a body without any pays nothing for it. */
function within(place: string, decoded: Decoded): Decoded {
  if (decoded.ok) return decoded;
  return { ok: false, errors: decoded.errors.map((entry) => ({ ...entry, pointer: place + entry.pointer })) };
}

function decodeValue(rule: JsonSchema, value: JsonValue): Decoded {
  switch (rule.type) {
    case 'object':
      return decodeObject(rule, value);
    case 'integer':
      return decodeInteger(rule, value);
    case 'string':
      return typeof value === 'string' ? decodeString(rule, value) : fault(stringMeaning(rule));
    case 'array':
      return decodeArray(rule, value);
    default:
      throw new Error(`no decoder for a schema of type ${rule.type}`);
  }
}

function decodeObject(rule: JsonSchema, value: JsonValue): Decoded {
  if (!isObject(value)) return fault('must be an object');
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
  if (unknown.length > 0) errors.push(...unknownFaults(unknown, Object.keys(properties)));
  return errors.length === 0 ? { ok: true, value: decoded } : { ok: false, errors };
}

function decodeArray({ items = {}, ...rule }: JsonSchema, value: JsonValue): Decoded {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rule;
  if (!Array.isArray(value)) return fault('must be an array');
  if (value.length < minItems || value.length > maxItems) {
    if (maxItems === Number.POSITIVE_INFINITY && minItems === 1) return fault('must not be empty');
    return fault(`must have ${rangeOf(minItems, maxItems)} entries, and has ${value.length}`);
  }
  const decoded = value.map((entry, index) => within(`/${index}`, decodeValue(items, entry)));
  const errors = decoded.flatMap((entry) => (entry.ok ? [] : entry.errors));
  if (errors.length > 0) return { ok: false, errors };
  const values = decoded.flatMap((entry) => (entry.ok ? [entry.value] : []));
  if (rule.uniqueItems && new Set(values).size < values.length) return fault('must have no entry twice');
  return { ok: true, value: values };
}

function rangeOf(min: number, max: number): string {
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}

const maxToldNames = 10;

/** A body can hold thousands of names: the first ones are enough to find the mistake. */
function unknownFaults(names: readonly string[], fields: readonly string[]): FieldError[] {
  const told = names.slice(0, maxToldNames);
  const more = names.length > told.length ? ` and ${names.length - told.length} more` : '';
  const known = fields.length === 0 ? 'there are none' : `the fields are ${fields.join(', ')}`;
  const sentence = `${told.map(printable).join(', ')}${more}: not ${names.length === 1 ? 'a field' : 'fields'} here; ${known}`;
  return told.map((name) => ({ pointer: member(shorten(name)), detail: `not a field here; ${known}`, sentence }));
}

/** A member's part of a JSON Pointer in a URI fragment (RFC 6901, sections 3 and 6). */
function member(name: string): string {
  return `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

function decodeInteger(rule: JsonSchema, value: JsonValue): Decoded {
  const integer = readInteger(value);
  return integer === undefined ? fault(integerMeaning(rule)) : checkInteger(rule, integer);
}

function readInteger(value: JsonValue): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return value instanceof JsonNumber ? parseJsonInt64(value.text) : undefined;
}

function checkInteger(rule: JsonSchema, value: bigint): Decoded {
  const { minimum, maximum } = rule;
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    return fault(integerMeaning(rule));
  }
  return { ok: true, value: rule.format === 'int64' ? value : Number(value) };
}

function decodeString(rule: JsonSchema, value: string): Decoded {
  if (rule.format === 'date-time') return decodeTimestamp(value);
  if (rule.format === 'date') return decodeDay(value);
  if (rule.enum !== undefined && !rule.enum.includes(value)) return fault(stringMeaning(rule));
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  // Code points are at most as many as UTF-16 units: only a long text needs to be counted.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) {
    return fault(`must have ${rangeOf(minLength, maxLength)} characters, and has ${length}`);
  }
  if (rule.pattern !== undefined && !expression(rule.pattern).test(value)) {
    return fault(rule[patternMeaning] ?? `must match ${rule.pattern}`);
  }
  return { ok: true, value };
}

function decodeTimestamp(value: string): Decoded {
  const time = parseTimestamp(value);
  return time === undefined ? fault('must be a moment such as 2027-01-31T12:00:00Z') : { ok: true, value: time };
}

function decodeDay(value: string): Decoded {
  const day = parseDay(value);
  return day === undefined ? fault('must be a day such as 2027-01-31') : { ok: true, value: day };
}

function integerMeaning({ minimum, maximum }: JsonSchema): string {
  if (minimum === 0 && maximum === undefined) return 'must be an integer of 64 bits, and not negative';
  return minimum === undefined || maximum === undefined
    ? 'must be an integer of 64 bits'
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

function fault(detail: string): Decoded {
  return { ok: false, errors: [{ pointer: '', detail }] };
}

/** A name that a client made up, safe and short enough to repeat to it. */
export function printable(name: string): string {
  return JSON.stringify(shorten(name));
}

function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
