import { openList, publishedPattern } from '../schemas.ts';
import type { Components, Json } from './components.ts';

/**
 * A schema inside the document: a reference if it has a name. A list of values that later releases may extend is open in
 * what a client receives, so that clients generated from the document accept new values, and closed in what it sends.
 */
export function describeSchema(schema: unknown, components: Components, side: 'sent' | 'received'): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((entry) => describeSchema(entry, components, side));
  const { $id: name, ...rest } = schema as Json & { $id?: string };
  const isOpen = openList in schema;
  const published = publishedPattern in schema ? { pattern: schema[publishedPattern] } : {};
  const members = Object.entries({ ...rest, ...published }).map(([member, value]) => [
    isOpen && side === 'received' && member === 'enum' ? 'x-extensible-enum' : member,
    describeSchema(value, components, side),
  ]);
  const described: Json = Object.fromEntries(members);
  if (name === undefined) return described;
  return components.share('schemas', isOpen && side === 'sent' ? `Known${name}` : name, described);
}
