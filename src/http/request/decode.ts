import type { FieldError } from '../../api/errors.ts';
import { convertInt64s } from '../../api/int64-strings.ts';
import type { JsonSchema, TSchema } from '../../api/schemas.ts';
import { parseInt64 } from '../../lib/int64.ts';
import { cut } from '../../lib/visible-text.ts';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from './json.ts';
import { type Decoded, decodeInteger, decodeString, invalid, rangeOf, stringMeaning, within } from './scalars.ts';

/** Validates a JSON body and types it: integers of format int64 become `bigint`. Reports all errors, not only the first. */
export function decodeJson(schema: TSchema, value: JsonValue): Decoded {
  return within('#', decodeValue(schema as JsonSchema, value));
}

/** An object apart: the members that the schema has, and the others. `undefined` if it has none of them. */
export function splitObject(sent: JsonObject, schema: TSchema): { own: JsonObject; others: JsonObject } | undefined {
  const { properties = {} } = schema as JsonSchema;
  const { own, others = [] } = Object.groupBy(Object.entries(sent), ([name]) =>
    Object.hasOwn(properties, name) ? 'own' : 'others',
  );
  return own && { own: Object.fromEntries(own), others: Object.fromEntries(others) };
}

/** The value with numbers for strings of digits, where the schema has 64-bit integers. */
export function readInt64Strings(schema: TSchema, value: JsonValue): JsonValue {
  const toNumber = (sent: unknown) =>
    typeof sent === 'string' && parseInt64(sent) !== undefined ? new JsonNumber(sent) : sent;
  return convertInt64s(schema, value, toNumber) as JsonValue;
}

function decodeValue(rule: JsonSchema, value: JsonValue): Decoded {
  const [type, orNull] = typeof rule.type === 'object' ? rule.type : [rule.type];
  if (value === null && orNull !== undefined) return { ok: true, value };
  switch (type) {
    case 'object':
      return decodeObject(rule, value);
    case 'integer':
      return decodeInteger(rule, value);
    case 'string':
      return typeof value === 'string' ? decodeString(rule, value) : invalid(stringMeaning(rule));
    case 'boolean':
      return typeof value === 'boolean' ? { ok: true, value } : invalid('must be true or false');
    case 'array':
      return decodeArray(rule, value);
    default:
      throw new Error(`no decoder for a schema of type ${rule.type}`);
  }
}

function decodeObject(rule: JsonSchema, value: JsonValue): Decoded {
  if (!isObject(value)) return invalid('must be an object');
  if (typeof rule.additionalProperties === 'object') return decodeMap(rule, rule.additionalProperties, value);
  const properties = rule.properties ?? {};
  const errors: FieldError[] = [];
  const unknown: string[] = [];
  const decoded: Record<string, unknown> = {};
  for (const property of rule.required ?? []) {
    if (!Object.hasOwn(value, property)) errors.push({ pointer: member(property), detail: 'is required' });
  }
  for (const property in value) {
    const schema = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (schema === undefined) {
      unknown.push(property);
      continue;
    }
    const result = decodeValue(schema, value[property] ?? null);
    if (result.ok) decoded[property] = result.value;
    // Sentences of their own name the fields of the whole body alone.
    else errors.push(...result.errors.map(({ pointer, detail }) => ({ pointer: member(property) + pointer, detail })));
  }
  if (unknown.length > 0) errors.push(...unknownFields(unknown, Object.keys(properties)));
  return errors.length === 0 ? { ok: true, value: decoded } : { ok: false, errors };
}

/** Decodes an object whose members have free names. */
function decodeMap(
  { propertyNames = {}, maxProperties = Number.POSITIVE_INFINITY }: JsonSchema,
  content: JsonSchema,
  value: JsonObject,
): Decoded {
  const entries = Object.entries(value);
  if (entries.length > maxProperties) {
    return invalid(`must have ${rangeOf(0, maxProperties)} members, but has ${entries.length}`);
  }
  const errors: FieldError[] = [];
  const decoded = entries.flatMap(([name, text]) => {
    const named = decodeString(propertyNames, name);
    const result = decodeValue(content, text);
    const pointer = member(cut(name, maxShownName));
    if (!named.ok) {
      errors.push(...named.errors.map(({ detail }) => ({ pointer, detail: `needs another name, which ${detail}` })));
    }
    if (!result.ok) errors.push(...result.errors.map((entry) => ({ ...entry, pointer: pointer + entry.pointer })));
    return named.ok && result.ok ? [[name, result.value] as const] : [];
  });
  // Other than an assignment, this also keeps a member with the name __proto__.
  return errors.length === 0 ? { ok: true, value: Object.fromEntries(decoded) } : { ok: false, errors };
}

function decodeArray({ items = {}, ...rule }: JsonSchema, value: JsonValue): Decoded {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = rule;
  if (!Array.isArray(value)) return invalid('must be an array');
  if (value.length < minItems || value.length > maxItems) {
    if (maxItems === Number.POSITIVE_INFINITY && minItems === 1) return invalid('must not be empty');
    return invalid(`must have ${rangeOf(minItems, maxItems)} items, but has ${value.length}`);
  }
  const decoded = value.map((entry, index) => within(`/${index}`, decodeValue(items, entry)));
  const errors = decoded.flatMap((entry) => (entry.ok ? [] : entry.errors));
  if (errors.length > 0) return { ok: false, errors };
  const values = decoded.flatMap((entry) => (entry.ok ? [entry.value] : []));
  if (rule.uniqueItems && new Set(values).size < values.length) return invalid('must not contain duplicates');
  return { ok: true, value: values };
}

const maxListedNames = 10;
const maxShownName = 65;

/** A body can hold thousands of unknown names: the first ones are enough to find the mistake. */
function unknownFields(names: readonly string[], fields: readonly string[]): FieldError[] {
  const listed = names.slice(0, maxListedNames);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  const known = fields.length === 0 ? 'No fields are allowed' : `Known fields: ${fields.join(', ')}`;
  const sentence = `Unknown field${names.length === 1 ? '' : 's'} ${listed.map(printable).join(', ')}${more}. ${known}`;
  return listed.map((name) => ({ pointer: member(cut(name, maxShownName)), detail: `is unknown. ${known}`, sentence }));
}

/** A member's part of a JSON Pointer in a URI fragment (RFC 6901, sections 3 and 6). */
function member(name: string): string {
  return `/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

/** Quotes a name that a client sent, escaped and shortened so that it is safe to repeat. */
export function printable(name: string): string {
  return JSON.stringify(cut(name, maxShownName));
}
