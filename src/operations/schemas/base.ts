import { type Static, type TSchema, Type } from 'typebox';

/** Schemas are JSON Schema as they stand; one with an `$id` becomes a component of the document under that name. */
export type { Static, TSchema };

/** Says in words what a `pattern` asks for. A symbol, so that it never reaches the document. */
export const patternMeaning = Symbol('patternMeaning');

/** What the document has in place of a `pattern`, where that is more than clients can read. */
export const publishedPattern = Symbol('publishedPattern');

/** An integer of 64 bits, `bigint` in this program and plain digits in JSON: `number` would lose digits. */
export function int64(options: { description: string; examples?: string[] }) {
  const examples = options.examples?.map(Number);
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options, ...(examples && { examples }) });
}

/** A moment (RFC 3339): epoch milliseconds as `bigint` in this program. */
export function dateTime(options: { description: string; examples?: string[] }) {
  return Type.Unsafe<bigint>({ type: 'string', format: 'date-time', ...options });
}

/** A day (RFC 3339, full-date): days since 1970-01-01 as `bigint` in this program. */
export function date(options: { description: string; examples?: string[] }) {
  return Type.Unsafe<bigint>({ type: 'string', format: 'date', ...options });
}

/** What an operation without fields takes. */
export const noFields = Type.Object({}, { additionalProperties: false });
