import type { TSchema } from './schemas/base.ts';

type Write = (value: never) => string;

/**
 * Makes a function that writes values of a schema as JSON, once per schema, so that an answer costs no look at the
 * schema. A `bigint` is written as its digits, one that is a `date-time` as the moment (RFC 3339) that it counts in epoch ms. Members stand in the schema's order; an absent optional one is left out.
 */
export function serializer<Value>(schema: TSchema): (value: Value) => string {
  return compile(schema as JsonSchema) as (value: Value) => string;
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

function compile(schema: JsonSchema): Write {
  if (schema.enum !== undefined) return compileEnum(schema.enum);
  if (schema.type === 'array' && schema.items !== undefined) return compileArray(schema.items);
  if (schema.type === 'object' && schema.properties !== undefined) return compileObject(schema.properties);
  if (schema.type === 'integer' || schema.type === 'boolean') return (value) => `${value}`;
  if (schema.format === 'date-time') return (time: bigint) => `"${new Date(Number(time)).toISOString()}"`;
  if (schema.type === 'string') return (value) => JSON.stringify(value);
  throw new Error(`no serializer for a schema of type ${schema.type}`);
}

function compileEnum(words: readonly string[]): Write {
  const written = new Map(words.map((word) => [word, JSON.stringify(word)]));
  return (value) => written.get(value) ?? JSON.stringify(value);
}

function compileArray(items: JsonSchema): Write {
  const writeItem = compile(items);
  return (values: readonly never[]) => {
    let text = '[';
    for (const value of values) text += text.length === 1 ? writeItem(value) : `,${writeItem(value)}`;
    return `${text}]`;
  };
}

function compileObject(properties: Record<string, JsonSchema>): Write {
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    prefix: `${JSON.stringify(name)}:`,
    write: compile(schema),
  }));
  return (value: Record<string, never>) => {
    let text = '{';
    for (const { name, prefix, write } of members) {
      const member = value[name];
      if (member !== undefined) text += (text.length === 1 ? prefix : `,${prefix}`) + write(member);
    }
    return `${text}}`;
  };
}
