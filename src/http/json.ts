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

/**
 * Reads a JSON object (RFC 8259) strictly: valid UTF-8, no byte-order mark, no member twice, no lone surrogate, at
 * most 32 levels deep.
 * @throws ServiceError `invalid_json`
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const text = decode(bytes);
  if (text === '') throw invalid('it is empty');
  const { nesting, members } = measure(text);
  if (nesting > maxNesting) throw invalid(`it is nested deeper than ${maxNesting} levels`);
  const census: Census = { members: 0, isWellFormed: true };
  const value = parseText(text, census);
  if (!isObject(value)) throw invalid('it is not an object');
  if (!census.isWellFormed) throw invalid('a string contains a lone surrogate');
  if (census.members !== members) throw invalid('a member stands twice in the same object');
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

/** What the parser found: members that survived, and whether every string is well-formed Unicode. */
interface Census {
  members: number;
  isWellFormed: boolean;
}

/** The platform's parser hands over the source text of each number (ECMAScript, JSON.parse source text access). */
function parseText(text: string, census: Census): JsonValue {
  function visit(this: unknown, name: string, value: JsonValue | number, number?: { source?: string }): JsonValue {
    if (!Array.isArray(this)) {
      census.members++;
      census.isWellFormed &&= name.isWellFormed();
    }
    if (typeof value === 'number') return new JsonNumber(number?.source ?? '');
    if (typeof value === 'string') census.isWellFormed &&= value.isWellFormed();
    return value;
  }
  try {
    const value: JsonValue = JSON.parse(text, visit);
    // The whole value is visited as well, as the member "" of a holder that nobody wrote.
    census.members--;
    return value;
  } catch {
    throw invalid(explain(text));
  }
}

/** Where the text goes wrong: the lossless parser tells it with its position, and is only asked when it does. */
function explain(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return lowerFirst(error.message);
  }
  return 'it cannot be read';
}

/** Depth and number of members as the text has them: a parser recurses, and keeps only the last of two equal names. */
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

function invalid(reason: string): ServiceError {
  return new ServiceError('invalid_json', `The body must be one JSON object in UTF-8: ${reason}.`);
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
