import { parseInt64, parseJsonInt64 } from '../int64.ts';
import { patternMeaning, type TSchema } from '../operations/schemas/base.ts';
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

/** Either the typed value, or every fault as `what it is about: what would be right`. */
export type Decoded = { ok: true; value: unknown } | { ok: false; faults: string[] };

/** Checks a JSON body against a schema and types it: integers of format int64 become `bigint`. Finds every fault. */
export function decodeJson(schema: TSchema, value: JsonValue): Decoded {
  return decodeValue(schema as JsonSchema, value, 'body');
}

/** Reads the text of a path or query parameter. Integers are plain digits. */
export function decodeText(schema: TSchema, text: string, name: string): Decoded {
  const rule = schema as JsonSchema;
  if (rule.type !== 'integer') return decodeString(rule, text, name);
  const value = parseInt64(text);
  return value === undefined ? fault(name, integerMeaning(rule)) : checkInteger(rule, value, name);
}

function decodeValue(rule: JsonSchema, value: JsonValue, name: string): Decoded {
  switch (rule.type) {
    case 'object':
      return decodeObject(rule, value, name);
    case 'integer':
      return decodeInteger(rule, value, name);
    case 'string':
      return typeof value === 'string' ? decodeString(rule, value, name) : fault(name, stringMeaning(rule));
    case 'array':
      return decodeArray(rule, value, name);
    default:
      throw new Error(`no decoder for a schema of type ${rule.type}`);
  }
}

function decodeObject(rule: JsonSchema, value: JsonValue, name: string): Decoded {
  if (!isObject(value)) return fault(name, 'must be an object');
  const properties = rule.properties ?? {};
  const faults: string[] = [];
  const unknown: string[] = [];
  const decoded: Record<string, unknown> = {};
  for (const property of rule.required ?? []) {
    if (!Object.hasOwn(value, property)) faults.push(`${property}: is required`);
  }
  for (const [property, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (schema === undefined) {
      unknown.push(printable(property));
      continue;
    }
    const result = decodeValue(schema, member, property);
    if (result.ok) decoded[property] = result.value;
    else faults.push(...result.faults);
  }
  if (unknown.length > 0) faults.push(unknownFault(unknown, Object.keys(properties)));
  return faults.length === 0 ? { ok: true, value: decoded } : { ok: false, faults };
}

function decodeArray({ items = {}, ...rule }: JsonSchema, value: JsonValue, name: string): Decoded {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rule;
  if (!Array.isArray(value)) return fault(name, 'must be an array');
  if (value.length < minItems || value.length > maxItems) {
    return fault(name, `must have ${minItems} to ${maxItems} entries, and has ${value.length}`);
  }
  const decoded = value.map((entry, index) => decodeValue(items, entry, `${name}[${index}]`));
  const faults = decoded.flatMap((entry) => (entry.ok ? [] : entry.faults));
  if (faults.length > 0) return { ok: false, faults };
  const values = decoded.flatMap((entry) => (entry.ok ? [entry.value] : []));
  if (rule.uniqueItems && new Set(values).size < values.length) return fault(name, 'must have no entry twice');
  return { ok: true, value: values };
}

/** A body can hold thousands of names: the first ones are enough to find the mistake. */
function unknownFault(unknown: readonly string[], fields: readonly string[]): string {
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  const names = unknown.slice(0, 10).join(', ') + more;
  return `${names}: not ${unknown.length === 1 ? 'a field' : 'fields'} here; the fields are ${fields.join(', ')}`;
}

function decodeInteger(rule: JsonSchema, value: JsonValue, name: string): Decoded {
  const integer = readInteger(value);
  return integer === undefined ? fault(name, integerMeaning(rule)) : checkInteger(rule, integer, name);
}

function readInteger(value: JsonValue): bigint | undefined {
  if (typeof value === 'number') return BigInt(value);
  return value instanceof JsonNumber ? parseJsonInt64(value.text) : undefined;
}

function checkInteger(rule: JsonSchema, value: bigint, name: string): Decoded {
  const { minimum, maximum } = rule;
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    return fault(name, integerMeaning(rule));
  }
  return { ok: true, value: rule.format === 'int64' ? value : Number(value) };
}

/** A moment as RFC 3339 has it, with its offset from UTC. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

function decodeMoment(value: string, name: string): Decoded {
  const time = moment.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return fault(name, 'must be a moment such as 2027-01-31T12:00:00Z');
  return { ok: true, value: BigInt(time) };
}

function decodeString(rule: JsonSchema, value: string, name: string): Decoded {
  if (rule.format === 'date-time') return decodeMoment(value, name);
  if (rule.enum !== undefined && !rule.enum.includes(value)) return fault(name, stringMeaning(rule));
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  // Code points are at most as many as UTF-16 units: only a long text needs to be counted.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) {
    return fault(name, `must have ${minLength} to ${maxLength} characters, and has ${length}`);
  }
  if (rule.pattern !== undefined && !expression(rule.pattern).test(value)) {
    return fault(name, rule[patternMeaning] ?? `must match ${rule.pattern}`);
  }
  return { ok: true, value };
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

function fault(name: string, meaning: string): Decoded {
  return { ok: false, faults: [`${name}: ${meaning}`] };
}

/** A name that a client made up, safe and short enough to repeat to it. */
export function printable(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
}
