import { LosslessNumber } from 'lossless-json';
import { type BodyContent, type Resolve, referencedSchema } from './document.ts';
import { type JsonObject, type JsonValue, printJson, printValue, toList, toObject, toText } from './json.ts';

/** The type of a value in words, such as `array of ` and the schema `Pet`, a named one that the words end with. */
interface TypeLabel {
  readonly words: string;
  readonly reference: string | undefined;
}

interface Constraint {
  readonly label: string;
  readonly values: readonly string[];
}

export interface SchemaField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

export const constraintLabels = [
  ['enum', 'one of'],
  ['x-extensible-enum', 'so far one of'],
  ['default', 'default'],
  ['minimum', 'minimum'],
  ['maximum', 'maximum'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['minProperties', 'minimum fields'],
  ['maxProperties', 'maximum fields'],
] as const;

export function describeType(schema: JsonObject): TypeLabel {
  const reference = referencedSchema(schema);
  if (reference !== undefined) return { words: '', reference };
  const { type, items, format } = schema;
  if (type === 'array') {
    const item = describeType(toObject(items));
    return { words: `array of ${item.words}`, reference: item.reference };
  }
  const name = toText(type) || toList(type).join(' or ') || 'any';
  return { words: format === undefined ? name : `${name} (${toText(format)})`, reference: undefined };
}

export function listConstraints(schema: JsonObject): Constraint[] {
  const constraints: Constraint[] = constraintLabels.flatMap(([keyword, label]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [{ label, values: (Array.isArray(value) ? value : [value]).map(printValue) }];
  });
  if (schema['uniqueItems'] === true) constraints.push({ label: 'distinct items', values: [] });
  if (schema['additionalProperties'] === false) constraints.push({ label: 'no other fields', values: [] });
  const examples = listExamples(schema);
  const label = examples.length === 1 ? 'example' : 'examples';
  return examples.length === 0 ? constraints : [...constraints, { label, values: examples.map(printValue) }];
}

/** The examples that a schema gives; those of objects and arrays are shown elsewhere, as a whole. */
function listExamples({ enum: fixed, 'x-extensible-enum': known, example, examples }: JsonObject): JsonValue[] {
  if (fixed !== undefined || known !== undefined) return [];
  const all = [...(example === undefined ? [] : [example]), ...toList(examples)];
  return all.filter((value) => typeof value === 'string' || /^[^[{]/.test(printJson(value)));
}

export function listFields(schema: JsonObject, resolve: Resolve): SchemaField[] {
  const resolved = resolve(schema);
  if (resolved['type'] === 'array') return listFields(toObject(resolved['items']), resolve);
  const { required, properties, additionalProperties } = resolved;
  const fields = Object.entries(toObject(properties)).map(([name, field]) => ({
    name,
    schema: toObject(field),
    isRequired: toList(required).includes(name),
  }));
  const others = toObject(additionalProperties);
  const isOpen = Object.keys(others).length > 0;
  return isOpen ? [...fields, { name: '(any other name)', schema: others, isRequired: false }] : fields;
}

const textsByFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uri: 'https://example.org/',
};

/** A value of a body: an example of the document, or one that is made of its schema. */
export function exampleOfContent({ schema, examples }: BodyContent, resolve: Resolve): JsonValue | undefined {
  const [first] = examples;
  if (first !== undefined) return first.value;
  return schema?.['format'] === 'binary' ? undefined : schema && exampleOf(schema, resolve);
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
