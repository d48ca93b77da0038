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
 * Rewrites JSON that a serializer of the schema has written: every 64-bit integer becomes a string of its digits. For clients
 * whose parser would lose those above 2^53, which say so with `Prefer: int64=string`: generated clients can set it once for
 * all operations, where they set `Accept` for each, so that a parameter of the media type could not be had. It is no
 * parameter in the document, because it is a property of the client and not of a call. What is cached, stored and shared
 * stays in numbers, so who does not ask for strings pays for one look at a header (15 ns; who does, 5 us an animal). The two
 * forms have different bytes, so that of strings has an ETag of its own, and a change accepts both.
 */
export function writeInt64Strings(schema: TSchema, json: string): string {
  const value: unknown = JSON.parse(json, keepDigits);
  return JSON.stringify(convertInt64s(schema, value, (integer) => (integer as RawJson).rawJSON));
}

function keepDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? JSON.rawJSON(source) : value;
}
