import { printDay, printTimestamp } from '../lib/timestamp.ts';
import type { JsonSchema, TSchema } from './schemas.ts';

/** Converts a value into one that JSON.stringify writes as the schema requires. */
type Plain = (value: never) => unknown;

/**
 * Compiles a schema, at the first value, into a function that writes values as JSON, so that no response inspects the
 * schema. A `bigint` is written as its digits, or as an RFC 3339 timestamp where it is a `date-time` (epoch milliseconds).
 * Members have the order of the schema; absent optional ones are omitted.
 */
export function serializer<Value>(schema: TSchema): (value: Value) => string {
  let toPlain: ((value: Value) => unknown) | undefined;
  return (value) => {
    toPlain ??= compile(schema as JsonSchema) as (value: Value) => unknown;
    return JSON.stringify(toPlain(value));
  };
}

function compile(schema: JsonSchema): Plain {
  if (schema.type === 'array' && schema.items !== undefined) return compileArray(schema.items);
  if (schema.type === 'object' && schema.properties !== undefined) return compileObject(schema.properties);
  if (typeof schema.additionalProperties === 'object') return compileMap(schema.additionalProperties);
  if (schema.type === 'integer') return writeInteger;
  if (schema.type === 'number') return writeNumber;
  if (schema.format === 'date') return (day: bigint) => printDay(day);
  if (schema.format === 'date-time') return (time: bigint) => printTimestamp(time);
  if (schema.enum !== undefined || schema.type === 'boolean' || schema.type === 'string') return asItIs;
  throw new Error(`no serializer for a schema of type ${schema.type}`);
}

const asItIs: Plain = (value) => value;

/** An integer that a double cannot hold is written as raw digits (ECMAScript, JSON.parse source text access). */
function writeInteger(value: bigint | number): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value));
}

/** Never as an integer, which clients would take for a 64-bit one. */
function writeNumber(value: number): unknown {
  return Number.isInteger(value) ? JSON.rawJSON(`${value}.0`) : value;
}

function compileArray(items: JsonSchema): Plain {
  const toPlain = compile(items);
  return toPlain === asItIs ? asItIs : (values: readonly never[]) => values.map((value) => toPlain(value));
}

/** A function generated for the members of the schema: a loop over them takes three times as long. */
function compileObject(properties: Record<string, JsonSchema>): Plain {
  const converters: Record<string, Plain> = {};
  const members = Object.entries(properties).map(([name, schema]) => {
    const quoted = JSON.stringify(name);
    const member = `value[${quoted}]`;
    const toPlain = compile(schema);
    if (toPlain === asItIs) return `${quoted}: ${member}`;
    converters[name] = toPlain;
    // JSON.stringify omits members that are undefined.
    return `${quoted}: ${member} === undefined ? undefined : converters[${quoted}](${member})`;
  });
  const source = `return (value) => ({ ${members.join(', ')} });`;
  return new Function('converters', source)(converters);
}

/** An object whose members have free names, in its own order. */
function compileMap(content: JsonSchema): Plain {
  const toPlain = compile(content);
  return (value: Record<string, never>) =>
    Object.fromEntries(Object.entries<never>(value).map(([name, member]) => [name, toPlain(member)]));
}
