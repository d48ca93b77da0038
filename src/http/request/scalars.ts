import type { FieldError } from '../../api/errors.ts';
import { type JsonSchema, patternMeaning, type TSchema } from '../../api/schemas.ts';
import { parseInt64, parseJsonInt64 } from '../../lib/int64.ts';
import { parseDay, parseTimestamp } from '../../lib/timestamp.ts';
import { JsonNumber, type JsonValue } from './json.ts';

/** Either the typed value, or all errors in it. */
export type Decoded = { ok: true; value: unknown } | { ok: false; errors: readonly FieldError[] };

/** Decodes the raw value of a path or query parameter. Integers are plain digits. */
export function decodeRawValue(schema: TSchema, text: string, name: string): Decoded {
  const rule = schema as JsonSchema;
  if (rule.type === 'boolean' && /^(true|false)$/.test(text)) return { ok: true, value: text === 'true' };
  if (rule.type === 'boolean') return within(`?${name}`, invalid('must be true or false'));
  if (rule.type !== 'integer') return within(`?${name}`, decodeString(rule, text));
  const value = parseInt64(text);
  return within(`?${name}`, value === undefined ? invalid(integerMeaning(rule)) : checkInteger(rule, value));
}

/** Prefixes the pointers of errors. Done only when there are errors, so that a valid body does not pay for it. */
export function within(parent: string, decoded: Decoded): Decoded {
  if (decoded.ok) return decoded;
  return { ok: false, errors: decoded.errors.map((entry) => ({ ...entry, pointer: parent + entry.pointer })) };
}

export function decodeInteger(rule: JsonSchema, value: JsonValue): Decoded {
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

export function decodeString(rule: JsonSchema, value: string): Decoded {
  if (rule.format === 'date-time') return decodeTime(parseTimestamp(value), 'a timestamp such as 2027-01-31T12:00:00Z');
  if (rule.format === 'date') return decodeTime(parseDay(value), 'a date such as 2027-01-31');
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

function decodeTime(value: bigint | undefined, meaning: string): Decoded {
  return value === undefined ? invalid(`must be ${meaning}`) : { ok: true, value };
}

function integerMeaning({ minimum, maximum }: JsonSchema): string {
  if (minimum === 0 && maximum === undefined) return 'must be a non-negative 64-bit integer';
  return minimum === undefined || maximum === undefined
    ? 'must be a 64-bit integer'
    : `must be an integer from ${minimum} to ${maximum}`;
}

export function stringMeaning(rule: JsonSchema): string {
  return rule.enum === undefined
    ? 'must be a string'
    : `must be one of ${rule.enum.filter((word) => word !== null).join(', ')}`;
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  const compiled = new RegExp(pattern, 'u');
  expressions.set(pattern, compiled);
  return compiled;
}

export function invalid(detail: string): Decoded {
  return { ok: false, errors: [{ pointer: '', detail }] };
}

export function rangeOf(min: number, max: number): string {
  if (min === 0) return `at most ${max}`;
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}
