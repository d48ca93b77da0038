import { parse } from 'lossless-json';
import { ServiceError } from '../../errors/service-error.ts';

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
  const value = parseText(text, isSimple ? undefined : keepNumber);
  if (!isObject(value)) throw invalid('it is not an object');
  // Valid UTF-8 has no lone surrogates, so that only an escape can make one.
  if (!isSimple && text.includes('\\u') && !isWellFormed(value)) throw invalid('a string contains a lone surrogate');
  if (countMembers(value) !== members) throw invalid('an object repeats a member');
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

/** Counts nesting and members in the text, because a parser recurses and drops the first of two equal members. */
function measure(text: string) {
  let depth = 0;
  let nesting = 0;
  let members = 0;
  let digits = 0;
  /** Whether the text has no escapes, so no lone surrogates, and no numbers but short integers. */
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
    // A digit is followed by a fraction or an exponent.
    if (digits > 0 && (char === 0x2e || char === 0x65 || char === 0x45)) isSimple = false;
    digits = char >= 0x30 && char <= 0x39 ? digits + 1 : 0;
    if (digits > exactDigits) isSimple = false;
    if (char === 0x22) isInString = true;
    else if (char === 0x3a) members++;
    else if (char === 0x7b || char === 0x5b) nesting = Math.max(nesting, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { nesting, members, isSimple };
}

/** @throws ServiceError `invalid_json` */
function parseText(text: string, visit: typeof keepNumber | undefined): JsonValue {
  try {
    return JSON.parse(text, visit);
  } catch {
    if (text.startsWith('\ufeff'))
      throw invalid('it begins with a byte order mark, which cannot be seen; leave it out');
    throw invalid(findSyntaxError(text));
  }
}

/** Keeps the source text of a number (ECMAScript, JSON.parse source text access). */
function keepNumber(_name: string, value: JsonValue, number?: { source?: string }): JsonValue {
  return typeof value === 'number' ? new JsonNumber(number?.source ?? '') : value;
}

/** Parses the text again with a parser that reports what is wrong and where. */
function findSyntaxError(text: string): string {
  try {
    parse(text);
  } catch (error) {
    // Its sentences continue that of the error.
    if (error instanceof SyntaxError) return error.message.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  }
  return 'it is not valid JSON';
}

function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isObject(value)) return true;
  for (const name in value) if (!name.isWellFormed() || !isWellFormed(value[name] ?? null)) return false;
  return true;
}

function countMembers(value: JsonValue): number {
  let members = 0;
  if (Array.isArray(value)) for (const entry of value) members += countMembers(entry);
  else if (isObject(value)) for (const name in value) members += 1 + countMembers(value[name] ?? null);
  return members;
}

function invalid(reason: string): ServiceError {
  return new ServiceError('invalid_json', `Invalid JSON body: ${reason}. Send one JSON object in UTF-8.`);
}
