import { parseInt64 } from '../../../contract/int64.ts';
import { cleaning, forbidden, type JsonSchema, patternMeaning, type TSchema } from '../../api/schemas.ts';
import { type FieldError, fieldError, type makeFault } from '../../errors/faults.ts';
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
  return text === 'true' || text === 'false' ? text === 'true' : addError(errors, 'boolean');
}

/** @param value `undefined` if it is no 64-bit integer */
export function decodeInteger(rule: JsonSchema, value: bigint | undefined, errors: FieldError[]): unknown {
  const { format, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule;
  if (value === undefined || value < minimum || value > maximum) return addError(errors, ...integerFault(rule));
  return format === 'int64' ? value : Number(value);
}

function integerFault({ minimum, maximum }: JsonSchema): FaultOf {
  if (minimum === 0 && maximum === undefined) return ['non_negative'];
  return minimum === undefined || maximum === undefined ? ['int64'] : ['integer', minimum, maximum];
}

type FaultOf = Parameters<typeof makeFault>;

export function decodeString(rule: JsonSchema, sent: unknown, errors: FieldError[]): unknown {
  const { format, enum: words, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = rule;
  if (typeof sent !== 'string' || words?.includes(sent) === false) {
    if (words === undefined) return addError(errors, 'string');
    return addError(errors, 'one_of', words.filter((word) => word !== null).join(', '));
  }
  const value = rule[cleaning]?.(sent) ?? sent;
  if (format === 'date-time') return parseTimestamp(value) ?? addError(errors, 'timestamp');
  if (format === 'date') return parseDay(value) ?? addError(errors, 'date');
  // There are never more code points than UTF-16 units, so only a long text has to be counted.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) {
    return addError(errors, 'characters', length, ...rangeOf(minLength, maxLength));
  }
  if (pattern !== undefined && !(expressions.get(pattern) ?? compile(pattern)).test(value)) {
    const meaning: FaultOf = rule[patternMeaning] === undefined ? ['pattern', pattern] : [rule[patternMeaning]];
    const [found] = rule[forbidden] === undefined ? [] : value.matchAll(new RegExp(`[${rule[forbidden]}]`, 'gu'));
    if (found === undefined) return addError(errors, ...meaning);
    const at = [...value.slice(0, found.index)].length + 1;
    return addError(errors, 'character', nameCharacter(found[0]), at, ...meaning);
  }
  return value;
}

const expressions = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const expression = new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression;
}

export function addError(errors: FieldError[], ...fault: FaultOf): undefined {
  errors.push(fieldError('', ...fault));
}

export function rangeOf(min: number, max: number): FaultOf {
  if (min === 0) return ['at_most', max];
  if (min === max) return ['exactly', min];
  return max === Number.POSITIVE_INFINITY ? ['at_least', min] : ['between', min, max];
}
