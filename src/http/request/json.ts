import { parse } from 'lossless-json';
import { ServiceError } from '../../api/errors.ts';

/** A JSON number (RFC 8259, section 6) as it was written, used where a double could lose precision. */
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
/** Integers of up to 15 digits are exact as doubles. */
const exactDigits = 15;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON object (RFC 8259) strictly: valid UTF-8, no byte-order mark, no repeated member, no lone surrogate, at
 * most 32 levels of nesting. `JSON.parse` loses digits above 2^53, keeps the last of two members with the same name, and
 * accepts lone surrogates. So the text is scanned first, and its numbers are kept as they are written where that matters. A
 * lossless parser in JavaScript took a tenth of the time of a create; it runs only to tell where an error is.
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
  if (found !== members) throw invalid('an object repeats a member');
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

/** A parsed value, how many members it has, and whether every string is well-formed Unicode. */
interface Parsed {
  value: JsonValue;
  found: number;
  isWellFormed: boolean;
}

/** For texts without escapes, so without lone surrogates, and without numbers that a double cannot hold. */
function parseSimple(text: string): Parsed {
  const value: JsonValue = parseText(text);
  return { value, found: countMembers(value), isWellFormed: true };
}

function countMembers(value: JsonValue): number {
  let members = 0;
  if (Array.isArray(value)) for (const entry of value) members += countMembers(entry);
  else if (isObject(value)) for (const name in value) members += 1 + countMembers(value[name] ?? null);
  return members;
}

/** Keeps the source text of each number (ECMAScript, JSON.parse source text access). */
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
  // The reviver also visits the root value, as the member "" of an artificial object.
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

/** Parses the text again with a parser that reports what is wrong and where. */
function findSyntaxError(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return lowerFirst(error.message);
  }
  return 'it is not valid JSON';
}

interface Measure {
  nesting: number;
  members: number;
  /** Whether the text has no escapes, and no numbers but short integers. */
  isSimple: boolean;
}

/** Counts nesting and members in the text, because a parser recurses and drops the first of two equal members. */
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
    // A digit is followed by a fraction or an exponent.
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
  return new ServiceError('invalid_json', `Invalid JSON body: ${reason}. Send one JSON object in UTF-8.`);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
