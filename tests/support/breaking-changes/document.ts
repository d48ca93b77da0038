/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else becomes an object without members. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The objects of a list; anything else becomes a list without entries. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** The members that both objects have, with both values. */
export function pairsOf(released: unknown, current: unknown): [name: string, released: Json, current: Json][] {
  const now = objectOf(current);
  return Object.entries(objectOf(released))
    .filter(([name]) => Object.hasOwn(now, name))
    .map(([name, value]) => [name, objectOf(value), objectOf(now[name])]);
}

/** The names in the first object that the second one does not have. */
export function namesOnlyIn(first: unknown, second: unknown): string[] {
  return Object.keys(objectOf(first)).filter((name) => !Object.hasOwn(objectOf(second), name));
}

/** A value as text for a sentence. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A sentence about how a member has changed. */
export function changed(place: string, name: string, released: Json, current: Json): string {
  return `${place} changed ${name} from ${shown(released[name])} to ${shown(current[name])}`;
}

/**
 * The document with every `$ref` replaced by its target. Members beside a `$ref` win over those of its target
 * (JSON Schema 2020-12). A schema that contains itself keeps the inner `$ref`.
 *
 * @throws Error when a `$ref` names nothing
 */
export function expandReferences(document: unknown): Json {
  const expand = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => expand(entry, inside));
    if (!isObject(value)) return value;
    const { $ref: reference, ...own } = value;
    if (typeof reference !== 'string' || inside.includes(reference)) return expandMembers(value, inside);
    const target = expand(find(document, reference), [...inside, reference]);
    return { ...objectOf(target), ...expandMembers(own, inside) };
  };
  const expandMembers = (members: Json, inside: readonly string[]): Json =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, expand(member, inside)]));
  return objectOf(expand(document, []));
}

/** The target of a reference: a JSON Pointer after `#`. */
function find(document: unknown, reference: string): unknown {
  const found = namesOf(reference).reduce<unknown>((value, name) => objectOf(value)[name], document);
  if (found === undefined) throw new Error(`The document has nothing at ${reference}.`);
  return found;
}

/** The member names in a JSON Pointer (RFC 6901). */
export function namesOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
}
