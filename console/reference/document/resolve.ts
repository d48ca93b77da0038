import { isObject, type JsonObject, type JsonValue, toObject, toText } from './json.ts';

/** Follows references within the document. What cannot be found is an empty object. */
export type Resolve = (value: JsonValue | undefined) => JsonObject;

const maxReferences = 32;

/** Makes the function that follows references (`$ref`) to other parts of this document. */
export function createResolve(root: JsonObject): Resolve {
  return (value) => {
    let current = toObject(value);
    // Bounded: a document may hold references that lead back to themselves.
    for (let count = 0; count < maxReferences; count++) {
      const { $ref, ...siblings } = current;
      const reference = toText($ref);
      if (reference === undefined) return current;
      current = { ...find(root, reference), ...siblings };
    }
    return {};
  };
}

/** The name of the schema that a reference leads to; `undefined` for anything else. */
export function referencedSchema(value: JsonValue | undefined): string | undefined {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(toText(toObject(value)['$ref']) ?? '') ?? [];
  return name === undefined ? undefined : unescapePointer(name);
}

function find(root: JsonObject, reference: string): JsonObject {
  if (!reference.startsWith('#/')) return {};
  let current: JsonValue | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const name = unescapePointer(part);
    current = isObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return toObject(current);
}

/** Reads one part of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function unescapePointer(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
}
