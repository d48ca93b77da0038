import { type JsonObject, type JsonValue, printJsonLine, toList, toObject, toText, toTexts } from './json.ts';
import { type Resolve, referencedSchema } from './resolve.ts';

/** The type of a value in words, such as `array of ` and the schema `Pet`, a named one that the words end with. */
interface TypeLabel {
  readonly words: string;
  readonly reference: string | undefined;
}

/** A rule that a value obeys, with the values that the rule names. */
interface Constraint {
  readonly label: string;
  readonly values: readonly string[];
}

export interface SchemaField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** The parts of a value: the fields of an object or of an array's items, and schemas of which it matches one, any or all. */
interface Children {
  readonly fields: readonly SchemaField[];
  readonly combinations: readonly { readonly label: string; readonly schemas: readonly JsonObject[] }[];
}

const combinationLabels = [
  ['oneOf', 'one of'],
  ['anyOf', 'any of'],
  ['allOf', 'all of'],
] as const;

const constraintLabels = [
  ['const', 'always'],
  ['default', 'default'],
  ['minimum', 'minimum'],
  ['exclusiveMinimum', 'greater than'],
  ['maximum', 'maximum'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
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
  const { type } = schema;
  if (type === 'array') {
    const items = describeType(toObject(schema['items']));
    return { words: `array of ${items.words}`, reference: items.reference };
  }
  const name = toText(type) ?? toTexts(type).join(' or ');
  if (name === '') return { words: describeUntyped(schema), reference: undefined };
  const format = toText(schema['format']);
  return { words: format === undefined ? name : `${name} (${format})`, reference: undefined };
}

function describeUntyped(schema: JsonObject): string {
  const found = combinationLabels.find(([keyword]) => schema[keyword] !== undefined);
  if (found !== undefined) return found[1];
  return schema['properties'] === undefined ? 'any' : 'object';
}

/** The rules that a schema has beside its type. */
export function listConstraints(schema: JsonObject): Constraint[] {
  const constraints: Constraint[] = [];
  const add = (label: string, values: readonly JsonValue[] = []) => {
    constraints.push({ label, values: values.map(printValue) });
  };
  const values = toList(schema['enum']);
  if (values.length > 0) add('one of', values);
  const known = toList(schema['x-extensible-enum']);
  if (known.length > 0) add('so far one of', known);
  for (const [keyword, label] of constraintLabels) {
    const value = schema[keyword];
    if (value !== undefined) add(label, [value]);
  }
  if (schema['uniqueItems'] === true) add('distinct items');
  if (schema['additionalProperties'] === false) add('no other fields');
  if (schema['readOnly'] === true) add('read-only');
  if (schema['writeOnly'] === true) add('write-only');
  if (schema['deprecated'] === true) add('deprecated');
  const examples = listExamples(schema);
  if (examples.length > 0) add(examples.length === 1 ? 'example' : 'examples', examples);
  return constraints;
}

/** The examples that a schema gives; those of objects and arrays are shown elsewhere, as a whole. */
function listExamples(schema: JsonObject): JsonValue[] {
  const fixed = ['enum', 'const', 'x-extensible-enum'];
  if (fixed.some((name) => schema[name] !== undefined)) return [];
  const { example } = schema;
  const examples = [...(example === undefined ? [] : [example]), ...toList(schema['examples'])];
  return examples.filter((value) => typeof value === 'string' || /^[^[{]/.test(printJsonLine(value)));
}

export function listChildren(schema: JsonObject, resolve: Resolve): Children {
  const resolved = resolve(schema);
  if (resolved['type'] === 'array') return listChildren(toObject(resolved['items']), resolve);
  const required = new Set(toTexts(resolved['required']));
  const fields = Object.entries(toObject(resolved['properties'])).map(([name, field]) => ({
    name,
    schema: toObject(field),
    isRequired: required.has(name),
  }));
  const { additionalProperties } = resolved;
  if (Object.keys(toObject(additionalProperties)).length > 0) {
    fields.push({ name: '(any other name)', schema: toObject(additionalProperties), isRequired: false });
  }
  const combinations = combinationLabels.flatMap(([keyword, label]) => {
    const schemas = toList(resolved[keyword]).map(toObject);
    return schemas.length === 0 ? [] : [{ label, schemas }];
  });
  return { fields, combinations };
}

/** A text as it is, every other value as JSON. */
export function printValue(value: JsonValue): string {
  return typeof value === 'string' ? value : printJsonLine(value);
}
