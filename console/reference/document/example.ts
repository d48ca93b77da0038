import { LosslessNumber } from 'lossless-json';
import { isObject, type JsonObject, type JsonValue, toList, toObject, toText, toTexts } from './json.ts';
import type { BodyContent } from './operation.ts';
import type { Resolve } from './resolve.ts';

const maxDepth = 8;

const textsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'PT1H',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  uri: 'https://example.org/',
  email: 'someone@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

/** A value of a body: an example of the document, or one that is made of its schema. */
export function exampleOfContent({ schema, examples }: BodyContent, resolve: Resolve): JsonValue | undefined {
  const [first] = examples;
  if (first !== undefined) return first.value;
  return schema === undefined ? undefined : exampleOf(schema, resolve);
}

/** A value that a schema allows: its own example where it has one, else the simplest that obeys its rules. */
export function exampleOf(schema: JsonObject, resolve: Resolve, depth = 0): JsonValue | undefined {
  const resolved = resolve(schema);
  const stated = statedValue(resolved);
  if (stated !== undefined) return stated;
  // Bounded: a schema may contain itself.
  if (depth >= maxDepth) return undefined;
  const inside = (value: JsonValue | undefined) => exampleOf(toObject(value), resolve, depth + 1);
  const [alternative] = [...toList(resolved['oneOf']), ...toList(resolved['anyOf'])];
  if (alternative !== undefined) return merge([objectExample(resolved, inside), inside(alternative)]);
  const parts = toList(resolved['allOf']);
  if (parts.length > 0) return merge([objectExample(resolved, inside), ...parts.map(inside)]);
  return exampleOfType(resolved, inside);
}

/** The value that a schema states itself. */
function statedValue(schema: JsonObject): JsonValue | undefined {
  const { example, examples, default: usual, const: only } = schema;
  return example ?? toList(examples)[0] ?? only ?? usual ?? toList(schema['enum'])[0];
}

type MakeExample = (schema: JsonValue | undefined) => JsonValue | undefined;

function exampleOfType(schema: JsonObject, inside: MakeExample): JsonValue | undefined {
  const { type } = schema;
  const [name = schema['properties'] === undefined ? undefined : 'object'] =
    typeof type === 'string' ? [type] : toTexts(type).filter((one) => one !== 'null');
  switch (name) {
    case 'object':
      return objectExample(schema, inside);
    case 'array':
      return arrayExample(schema, inside);
    case 'string':
      return textExample(schema);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function objectExample(schema: JsonObject, inside: MakeExample): JsonObject | undefined {
  const properties = toObject(schema['properties']);
  if (Object.keys(properties).length === 0 && schema['type'] !== 'object') return undefined;
  const required = new Set(toTexts(schema['required']));
  // Optional fields may exclude each other, so only those that are required are filled in.
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const value = required.has(name) ? inside(field) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function arrayExample(schema: JsonObject, inside: MakeExample): JsonValue[] {
  const item = inside(schema['items']);
  const count = Math.max(1, Number(toNumberText(schema['minItems']) ?? 1));
  return item === undefined ? [] : Array.from({ length: count }, () => item);
}

function textExample(schema: JsonObject): string {
  const text = textsByFormat[toText(schema['format']) ?? ''] ?? 'text';
  const minLength = Number(toNumberText(schema['minLength']) ?? 0);
  const maxLength = Number(toNumberText(schema['maxLength']) ?? Number.POSITIVE_INFINITY);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

/** The bound that the schema has, or 1. */
function numberExample(schema: JsonObject): LosslessNumber {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const bound = toNumberText(minimum) ?? toNumberText(maximum);
  if (bound !== undefined) return new LosslessNumber(bound);
  const above = toNumberText(exclusiveMinimum);
  const below = toNumberText(exclusiveMaximum);
  if (above !== undefined && isWhole(above)) return new LosslessNumber(String(BigInt(above) + 1n));
  if (below !== undefined && isWhole(below)) return new LosslessNumber(String(BigInt(below) - 1n));
  return new LosslessNumber('1');
}

function isWhole(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/** The digits of a number, as they were written. */
function toNumberText(value: JsonValue | undefined): string | undefined {
  return value instanceof LosslessNumber ? value.value : undefined;
}

/** Objects become one object; of other values the last counts. */
function merge(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.every(isObject) ? Object.assign({}, ...known) : known.at(-1);
}
