import type { JsonSchema, TSchema } from './schemas.ts';

/**
 * A copy of a JSON value in which `convert` has replaced what the schema describes as 64-bit integers. `resolve` follows
 * references, where schemas have any.
 */
export function convertInt64s(
  schema: unknown,
  value: unknown,
  convert: (value: unknown) => unknown,
  resolve: (schema: unknown) => unknown = (plain) => plain,
): unknown {
  const { type = '', format, items, properties = {} } = resolve(schema) as JsonSchema;
  if (value === null) return value;
  if (type.includes('integer')) return format === 'int64' ? convert(value) : value;
  if (Array.isArray(value)) return value.map((entry) => convertInt64s(items ?? {}, entry, convert, resolve));
  if (!type.includes('object') || !isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? convertInt64s(properties[name], member, convert, resolve) : member,
    ]),
  );
}

/** Not a number that is kept as an object with its digits. */
function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Rewrites JSON that a serializer of the schema has written: every 64-bit integer becomes a string of its digits, for clients
 * that say `Prefer: int64=string`. Generated clients can set that once for all operations. What is cached and stored has
 * numbers; the form with strings has an ETag of its own, and a change accepts both.
 */
export function writeInt64Strings(schema: TSchema, json: string): string {
  const value: unknown = JSON.parse(json, keepDigits);
  return JSON.stringify(convertInt64s(schema, value, (integer) => (integer as RawJson).rawJSON));
}

function keepDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? JSON.rawJSON(source) : value;
}
