import { bodySchema, type Operation } from '../../../src/api/operation.ts';
import type { JsonSchema, TSchema } from '../../../src/api/schemas.ts';
import { toKebab } from './command-name.ts';

/** How the text of a flag is read. `map` is `NAME=TEXT`; `json` is any other value. */
export type ValueKind = 'integer' | 'number' | 'boolean' | 'text' | 'map' | 'json';

/** One value that a request carries: a parameter of the path or the query, or a member of the body at any depth. */
export interface FlagField {
  place: 'path' | 'query' | 'body';
  /** The name of the parameter, or the names of the members that lead to the value. */
  path: readonly string[];
  /** Without the dashes, such as `category-id`. */
  flag: string;
  kind: ValueKind;
  /** The values that are allowed, if there are only some. */
  choices: readonly string[];
  description: string;
  example: string | undefined;
  isRepeatable: boolean;
  isRequired: boolean;
}

/** The parameters in the path, which the command line takes as arguments in their order. */
export function pathFields({ pathParameters }: Operation): FlagField[] {
  return Object.entries(pathParameters).map(([name, { schema, description }]) =>
    fieldOf('path', [name], { ...readSchema(schema), description }, true),
  );
}

/** The fields that are given as flags, in the order of the document. */
export function flagFieldsOf(operation: Operation): FlagField[] {
  const query = Object.entries(operation.query).map(([name, { schema, description }]) =>
    fieldOf('query', [name], { ...readSchema(schema), description }, false),
  );
  return [...query, ...bodyFields(operation)];
}

function bodyFields(operation: Operation): FlagField[] {
  const body = bodySchema(operation);
  if (body === undefined) return [];
  const fields = membersOf(readSchema(body), [], true);
  // Such an `id` must equal that of the path.
  const repeatsPath = (field: FlagField) => field.flag === 'id' && Object.keys(operation.pathParameters).length > 0;
  return fields.filter((field) => !repeatsPath(field));
}

/** What a merge patch can remove (RFC 7396), by the names that `--unset` takes. */
export function removableMembers(operation: Operation): ReadonlyMap<string, readonly string[]> {
  const body = bodySchema(operation);
  if (body === undefined) return new Map();
  return new Map(nullablePaths(readSchema(body), []).map((path) => [flagOf(path), path]));
}

function nullablePaths({ properties = {} }: JsonSchema, parents: readonly string[]): (readonly string[])[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...parents, name];
    return [...(typesOf(schema).includes('null') ? [path] : []), ...nullablePaths(schema, path)];
  });
}

function membersOf(schema: JsonSchema, parents: readonly string[], isRequired: boolean): FlagField[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = [...parents, name];
    const isNeeded = isRequired && required.includes(name);
    return member.properties === undefined
      ? [fieldOf('body', path, member, isNeeded)]
      : membersOf(member, path, isNeeded);
  });
}

function fieldOf(
  place: FlagField['place'],
  path: readonly string[],
  schema: JsonSchema,
  isRequired: boolean,
): FlagField {
  const value = schema.items ?? schema;
  const [example] = schema.examples ?? value.examples ?? [];
  const kind = valueKindOf(value);
  return {
    place,
    path,
    flag: flagOf(path),
    kind,
    choices: kind === 'boolean' ? ['true', 'false'] : textsOf(value.enum ?? []),
    description: plainText(schema.description ?? value.description ?? ''),
    example: example === undefined || typeof example === 'object' ? undefined : String(example),
    isRepeatable: schema.items !== undefined || kind === 'map',
    isRequired,
  };
}

function valueKindOf(schema: JsonSchema): ValueKind {
  const types = typesOf(schema);
  if (types.includes('integer')) return 'integer';
  if (types.includes('number')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('string')) return 'text';
  const { additionalProperties: texts } = schema;
  return typeof texts === 'object' && typesOf(texts).includes('string') ? 'map' : 'json';
}

function typesOf({ type = [] }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}

function textsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === 'string');
}

function flagOf(path: readonly string[]): string {
  return path.map(toKebab).join('-');
}

/** A description of the document without its Markdown. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/`([^`]*)`/g, '"$1"');
}

/** Schemas are JSON Schema, whatever TypeScript knows of their members. */
function readSchema(schema: TSchema): JsonSchema {
  return schema as JsonSchema;
}
