import { parse } from 'lossless-json';
import { ServiceError } from '../../model/errors.ts';

/** A JSON number (RFC 8259, section 6) as it was written, where a double could lose something of it. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = null | boolean | string | number | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [name: string]: JsonValue;
}

const maxNesting = 32;
/** Integers with so many digits are exact as doubles. */
const exactDigits = 15;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON object (RFC 8259) strictly: valid UTF-8, no byte-order mark, no member twice, no lone surrogate, at
 * most 32 levels deep.
 * @throws ServiceError `invalid_json`
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  if (text === '') throw invalid('it is empty');
  const { nesting, members, isSimple } = measure(text);
  if (nesting > maxNesting) throw invalid(`it is nested deeper than ${maxNesting} levels`);
  const { value, found, isWellFormed } = isSimple ? parseSimple(text) : parseExactly(text);
  if (!isObject(value)) throw invalid('it is not an object');
  if (!isWellFormed) throw invalid('a string contains a lone surrogate');
  if (found !== members) throw invalid('a member stands twice in the same object');
  return value;
}

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('it is not valid UTF-8');
  }
}

/** What the parser found: the value, how many members it has, and whether every string is well-formed Unicode. */
interface Parsed {
  value: JsonValue;
  found: number;
  isWellFormed: boolean;
}

/** Without an escape there is no lone surrogate, and without long numbers no digit that is lost. */
function parseSimple(text: string): Parsed {
  const value: JsonValue = parseText(text);
  return { value, found: countMembers(value), isWellFormed: true };
}

function countMembers(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const member of Object.values(value)) members += countMembers(member);
  return members;
}

/** The platform's parser hands over the source text of each number (ECMAScript, JSON.parse source text access). */
function parseExactly(text: string): Parsed {
  let found = 0;
  let isWellFormed = true;
  function visit(this: unknown, name: string, value: JsonValue | number, number?: { source?: string }): JsonValue {
    if (!Array.isArray(this)) {
      found++;
      isWellFormed &&= name.isWellFormed();
    }
    if (typeof value === 'number') return new JsonNumber(number?.source ?? '');
    if (typeof value === 'string') isWellFormed &&= value.isWellFormed();
    return value;
  }
  const value = parseText(text, visit);
  // The whole value is visited as well, as the member "" of a holder that nobody wrote.
  return { value, found: found - 1, isWellFormed };
}

/** @throws ServiceError `invalid_json` */
function parseText(text: string, visit?: Parameters<typeof JSON.parse>[1]): JsonValue {
  try {
    return JSON.parse(text, visit);
  } catch {
    throw invalid(findSyntaxError(text));
  }
}

/** Where the text goes wrong: the lossless parser tells it with its position, and is only asked when it does. */
function findSyntaxError(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return lowerFirst(error.message);
  }
  return 'it cannot be read';
}

interface Measure {
  nesting: number;
  members: number;
  /** There is no escape in it, and no number but short integers. */
  isSimple: boolean;
}

/** Depth and number of members as the text has them: a parser recurses, and keeps only the last of two equal names. */
function measure(text: string): Measure {
  let depth = 0;
  let nesting = 0;
  let members = 0;
  let digits = 0;
  let isSimple = true;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) {
        i++;
        isSimple = false;
      } else if (char === 0x22) isInString = false;
      continue;
    }
    const isDigit = char >= 0x30 && char <= 0x39;
    // What follows a digit and is neither a digit nor the end of the number: a fraction or an exponent.
    if (digits > 0 && (char === 0x2e || char === 0x65 || char === 0x45)) isSimple = false;
    digits = isDigit ? digits + 1 : 0;
    if (digits > exactDigits) isSimple = false;
    if (char === 0x22) isInString = true;
    else if (char === 0x3a) members++;
    else if (char === 0x7b || char === 0x5b) nesting = Math.max(nesting, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { nesting, members, isSimple };
}

function invalid(reason: string): ServiceError {
  return new ServiceError('invalid_json', `The body must be one JSON object in UTF-8: ${reason}.`);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
