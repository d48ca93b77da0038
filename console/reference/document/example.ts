import { LosslessNumber } from 'lossless-json';
import type { BodyContent, Resolve } from './document.ts';
import { type JsonObject, type JsonValue, toList, toObject, toText } from './json.ts';

const textsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uri: 'https://example.org/',
};

/** A value of a body: an example of the document, or one that is made of its schema. */
export function exampleOfContent({ schema, examples }: BodyContent, resolve: Resolve): JsonValue | undefined {
  const [first] = examples;
  if (first !== undefined) return first.value;
  return schema && exampleOf(schema, resolve);
}

/** A value that a schema allows: its own example where it has one, else a simple one of its type. */
export function exampleOf(schema: JsonObject, resolve: Resolve): JsonValue {
  const resolved = resolve(schema);
  const stated = [...toList(resolved['examples']), resolved['default'], ...toList(resolved['enum'])];
  const [found] = stated.filter((value) => value !== undefined);
  if (found !== undefined) return found;
  const [type = resolved['type']] = toList(resolved['type']);
  switch (type) {
    case 'object':
      return objectExample(resolved, resolve);
    case 'array':
      return [exampleOf(toObject(resolved['items']), resolve)];
    case 'string':
      return textsByFormat[toText(resolved['format'])] ?? 'text';
    case 'integer':
      return resolved['minimum'] ?? new LosslessNumber('1');
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Optional fields may exclude each other, so only those that are required are filled in. */
function objectExample({ properties, required }: JsonObject, resolve: Resolve): JsonObject {
  const fields = toObject(properties);
  return Object.fromEntries(
    toList(required).map((name) => [toText(name), exampleOf(toObject(fields[toText(name)]), resolve)]),
  );
}
