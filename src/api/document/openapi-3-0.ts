import type { Json } from './components.ts';

/**
 * The same document in OpenAPI 3.0.3, for tools that read no later version. It has no webhooks, because 3.0 cannot
 * describe them; `x-scope` lists the scopes, because 3.0 allows none for a bearer scheme.
 */
export function toOpenApi30(document: Json): Json {
  const { webhooks: _, info, ...rest } = document;
  const { summary: __, license: ___, ...kept } = info as Json;
  const converted = convert(rest) as Json;
  return withoutUnused({ ...converted, openapi: '3.0.3', info: { ...kept, license: { name: 'MIT' } } });
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'propertyNames');
  return Object.fromEntries(members.flatMap(convertMember));
}

function convertMember([name, value]: [string, unknown]): [string, unknown][] {
  // Examples are data: nothing inside them is a keyword.
  if (name === 'example') return [[name, value]];
  if (name === 'examples') return Array.isArray(value) ? [['example', value[0]]] : [[name, value]];
  if (name === 'const') return [['enum', [value]]];
  if (name === 'bearerAuth' && Array.isArray(value)) return [[name, []]];
  // `nullable` says it, and generators fail at a value without a type.
  if (name === 'enum' && Array.isArray(value)) return [[name, value.filter((one) => one !== null)]];
  if (name === 'type' && Array.isArray(value))
    return [
      ['type', value[0]],
      ['nullable', true],
    ];
  return [[name, convert(value)]];
}

/** Without the components that only webhooks refer to. */
export function withoutUnused(document: Json): Json {
  const text = JSON.stringify(document);
  const isUsed = (section: string, name: string) =>
    section === 'securitySchemes' || text.includes(`"#/components/${section}/${name}"`);
  const sections = Object.entries(document['components'] as Record<string, Json>).map(([section, parts]) => [
    section,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(section, name))),
  ]);
  return { ...document, components: Object.fromEntries(sections) };
}
