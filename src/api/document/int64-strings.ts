import { convertInt64s } from '../int64-strings.ts';
import type { Json } from './components.ts';
import { withoutUnused } from './openapi-3-0.ts';

const note =
  'This form of the document describes requests and responses with 64-bit integers as strings. A client generated from it ' +
  'must send the header `Prefer: int64=string` with every request.';

/**
 * The document for clients that prefer 64-bit integers as strings, so that generators give them the right types. It has no
 * webhooks, because their bodies always have numbers.
 */
export function toInt64Strings(document: Json): Json {
  const { openapi, info, webhooks: _, ...rest } = document;
  const { description, ...kept } = info as Json;
  const described = { ...kept, description: `${note}\n\n${description}` };
  return withoutUnused({ openapi, info: described, ...(converter(document)(rest) as Json) });
}

function converter(document: Json): (value: unknown) => unknown {
  const resolve = (schema: unknown) => {
    const { $ref: reference } = schema as { $ref?: string };
    return reference === undefined ? schema : follow(document, reference);
  };
  const event = follow(document, '#/components/schemas/Event');
  /** An example by the schema beside it. That of a stream is text, with an event on each `data` line. */
  const convertExample = (schema: unknown, example: unknown): unknown =>
    typeof example === 'string'
      ? example.replaceAll(/^data: (.*)$/gm, (_, data: string) => `data: ${convertEvent(data)}`)
      : convertInt64s(schema, example, String, resolve);
  const convertEvent = (data: string) => JSON.stringify(convertInt64s(event, JSON.parse(data), String, resolve));
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    const part = value as Json;
    if (part['format'] === 'int64') return toText(part);
    return Object.fromEntries(
      Object.entries(part).map(([name, member]) => [
        name,
        name === 'example' && 'schema' in part ? convertExample(part['schema'], member) : convert(member),
      ]),
    );
  };
  return convert;
}

/** The schema of an integer as a string of the same range; `int64` stays as its format. */
function toText({ type, minimum, maximum: _, examples, ...rest }: Json): Json {
  const sign = typeof minimum === 'number' && minimum >= 0 ? '' : '-?';
  return {
    type: Array.isArray(type) ? ['string', 'null'] : 'string',
    ...rest,
    pattern: `^(0|${sign}[1-9][0-9]{0,18})$`,
    maxLength: 20,
    ...(Array.isArray(examples) && { examples: examples.map(String) }),
  };
}

function follow(document: Json, reference: string): unknown {
  const names = reference.slice('#/'.length).split('/');
  return names.reduce<unknown>((part, name) => (part as Json)[name], document);
}
