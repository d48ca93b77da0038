import { isLosslessNumber, type LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value whose numbers keep every digit that was written. */
export type JsonValue = null | boolean | string | LosslessNumber | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Reads JSON text without rounding a number. @throws SyntaxError */
export function readJson(text: string): JsonValue {
  return parse(text) as JsonValue;
}

export function printJson(value: JsonValue | undefined, space?: number): string {
  return stringify(value, undefined, space) ?? 'null';
}

/** Whether a media type is JSON, or ends in `+json` (RFC 6839, section 3.1). */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}

/** The value if it is an object, and an empty object otherwise. */
export function toObject(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
  return isObject ? (value as JsonObject) : {};
}

/** The value if it is an array, and an empty array otherwise. */
export function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text, and an empty one otherwise. */
export function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text as it is, every other value as JSON. */
export function printValue(value: JsonValue): string {
  return typeof value === 'string' ? value : printJson(value);
}

interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'punctuation';
  readonly text: string;
}

const pattern =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)|(?<punctuation>\{\s*\}|\[\s*\]|[{}[\]:,])/g;

/**
 * Cuts JSON text into pieces with new indentation. Numbers, strings and names stay as they were written, in their order.
 * `undefined` when the text is not JSON.
 */
export function formatJson(text: string): Token[] | undefined {
  if (!isJson(text)) return undefined;
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  const layOut = (found: string) => {
    if (found === ':') return ': ';
    if (found === ',') return found + newLine();
    if (found.length > 1) return found.replaceAll(/\s/g, '');
    const isOpening = found === '{' || found === '[';
    depth += isOpening ? 1 : -1;
    return isOpening ? found + newLine() : newLine() + found;
  };
  return [...text.matchAll(pattern)].map(({ 0: found, groups = {} }) => {
    const kinds = Object.keys(groups) as Token['kind'][];
    const kind = kinds.find((one) => groups[one] !== undefined) ?? 'punctuation';
    return { kind, text: kind === 'punctuation' ? layOut(found) : found };
  });
}

/** Whether a text is JSON. A name that stands twice is allowed (RFC 8259, section 4). */
export function isJson(text: string): boolean {
  try {
    parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
    return true;
  } catch {
    return false;
  }
}
