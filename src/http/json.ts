import { parse } from 'lossless-json';
import { ServiceError } from '../errors.ts';

/** A JSON number (RFC 8259, section 6) as it was written: no digit is lost. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = null | boolean | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [name: string]: JsonValue;
}

const maxNesting = 32;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const parseNumber = (text: string) => new JsonNumber(text);

/**
 * Reads a JSON object (RFC 8259) strictly: valid UTF-8, no byte-order mark, no member twice, no lone surrogate, at
 * most 32 levels deep.
 * @throws ServiceError `invalid_json`
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  const { nesting, members } = measure(text);
  if (nesting > maxNesting) throw invalid(`it is nested deeper than ${maxNesting} levels`);
  const value = parseText(text);
  if (!isObject(value)) throw invalid('it is not an object');
  const check = countMembers(value);
  if (!check.isWellFormed) throw invalid('a string contains a lone surrogate');
  if (check.members !== members) throw invalid('a member stands twice in the same object');
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

function parseText(text: string): JsonValue {
  try {
    return parse(text, null, parseNumber) as JsonValue;
  } catch (error) {
    throw invalid(error instanceof SyntaxError ? lowerFirst(error.message) : 'it cannot be read');
  }
}

/** Depth and number of members as the text has them; the parser itself recurses and lets equal duplicates pass. */
function measure(text: string): { nesting: number; members: number } {
  let depth = 0;
  let nesting = 0;
  let members = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (isInString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) isInString = false;
    } else if (char === 0x22) isInString = true;
    else if (char === 0x3a) members++;
    else if (char === 0x7b || char === 0x5b) nesting = Math.max(nesting, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return { nesting, members };
}

function countMembers(value: JsonValue): { members: number; isWellFormed: boolean } {
  if (typeof value === 'string') return { members: 0, isWellFormed: value.isWellFormed() };
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) {
    return { members: 0, isWellFormed: true };
  }
  const total = { members: 0, isWellFormed: true };
  for (const [name, member] of Object.entries(value)) {
    const inner = countMembers(member);
    total.members += inner.members + (Array.isArray(value) ? 0 : 1);
    total.isWellFormed &&= inner.isWellFormed && name.isWellFormed();
  }
  return total;
}

function invalid(reason: string): ServiceError {
  return new ServiceError('invalid_json', `The body must be one JSON object in UTF-8: ${reason}.`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
