import { parseInt64 } from '../../../contract/int64.ts';
import { cleaning, forbidden, type JsonSchema, patternMeaning, type TSchema } from '../../api/schemas.ts';
import type { FieldError } from '../../errors/service-error.ts';
import { parseDay, parseTimestamp } from '../../lib/timestamp.ts';
import { nameCharacter } from '../../lib/visible-text.ts';

// A decoder returns the typed value, or adds errors, whose pointers begin at the value. Then what it returns means nothing.

/** Whether a text is valid by a schema. */
export function isValid(schema: TSchema, text: string): boolean {
  const errors: FieldError[] = [];
  decodeRawValue(schema, text, errors);
  return errors.length === 0;
}

/** Decodes the raw value of a path or query parameter. Integers are plain digits. */
export function decodeRawValue(schema: TSchema, text: string, errors: FieldError[]): unknown {
  const rule = schema as JsonSchema;
  if (rule.type === 'integer') return decodeInteger(rule, parseInt64(text), errors);
  if (rule.type !== 'boolean') return decodeString(rule, text, errors);
  return text === 'true' || text === 'false' ? text === 'true' : addError(errors, 'must be true or false');
}

/** @param value `undefined` if it is no 64-bit integer */
export function decodeInteger(rule: JsonSchema, value: bigint | undefined, errors: FieldError[]): unknown {
  const { format, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule;
  if (value === undefined || value < minimum || value > maximum) return addError(errors, integerMeaning(rule));
  return format === 'int64' ? value : Number(value);
}

function integerMeaning({ minimum, maximum }: JsonSchema): string {
  if (minimum === 0 && maximum === undefined) return 'must be a non-negative 64-bit integer';
  return minimum === undefined || maximum === undefined
    ? 'must be a 64-bit integer'
    : `must be an integer from ${minimum} to ${maximum}`;
}

export function decodeString(rule: JsonSchema, sent: unknown, errors: FieldError[]): unknown {
  const { format, enum: words, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = rule;
  if (typeof sent !== 'string' || words?.includes(sent) === false) {
    const meaning = words && `one of ${words.filter((word) => word !== null).join(', ')}`;
    return addError(errors, `must be ${meaning ?? 'a string'}`);
  }
  const value = rule[cleaning]?.(sent) ?? sent;
  if (format === 'date-time') {
    return parseTimestamp(value) ?? addError(errors, 'must be a timestamp such as 2027-01-31T12:00:00Z');
  }
  if (format === 'date') return parseDay(value) ?? addError(errors, 'must be a date such as 2027-01-31');
  // There are never more code points than UTF-16 units, so only a long text has to be counted.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) {
    return addError(errors, `must have ${rangeOf(minLength, maxLength)} characters, but has ${length}`);
  }
  if (pattern !== undefined && !(expressions.get(pattern) ?? compile(pattern)).test(value)) {
    const meaning = rule[patternMeaning] ?? `must match ${pattern}`;
    const [found] = rule[forbidden] === undefined ? [] : value.matchAll(new RegExp(`[${rule[forbidden]}]`, 'gu'));
    if (found === undefined) return addError(errors, meaning);
    const character = nameCharacter(found[0]);
    const at = [...value.slice(0, found.index)].length + 1;
    errors.push({ pointer: '', detail: `${meaning}, but has ${character} as character ${at}`, character });
    return undefined;
  }
  return value;
}

const expressions = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const expression = new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression;
}

export function addError(errors: FieldError[], detail: string, pointer = ''): undefined {
  errors.push({ pointer, detail });
}

export function rangeOf(min: number, max: number): string {
  if (min === 0) return `at most ${max}`;
  if (min === max) return `exactly ${min}`;
  return max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
}
