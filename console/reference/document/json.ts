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

export function printJson(value: JsonValue): string {
  return stringify(value, undefined, 2) ?? 'null';
}

export function printJsonLine(value: JsonValue): string {
  return stringify(value) ?? 'null';
}

/** Whether a media type is JSON, or ends in `+json` (RFC 6839, section 3.1). */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** The value if it is an object, and an empty object otherwise. */
export function toObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is an array, and an empty array otherwise. */
export function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings of an array, without its other items. */
export function toTexts(value: JsonValue | undefined): string[] {
  return toList(value).filter((item) => typeof item === 'string');
}
