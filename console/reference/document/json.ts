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
