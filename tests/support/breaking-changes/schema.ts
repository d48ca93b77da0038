import { changed, type Json, namesOnlyIn, objectOf, pairsOf, shown } from './document.ts';

/**
 * Where a schema is used. What a client sends (`request`) must still be accepted; what it receives (`response`,
 * `error`) must still match what it knows. An `error code` is received too, but the interface leaves its list open.
 */
export type Side = 'request' | 'response' | 'error' | 'error code';

/** Annotations, without effect on validity. */
const texts = ['title', 'description', 'examples'];
/** Keywords with their own comparison rules. */
const ruled = ['type', 'enum', 'properties', 'required', 'additionalProperties', 'items', 'default'];
/** Patterns that accept the same texts. The released ones have look-around, which some regular expressions lack. */
export const equivalentPatterns: readonly (readonly [released: string, current: string])[] = [
  [
    '^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    '^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\u0000-\\u001F\\u007F-\\u009F\\s][^\\u0000-\\u001F\\u007F-\\u009F]*$',
  ],
];
const lowerBounds = ['minimum', 'minLength', 'minItems'];
const upperBounds = ['maximum', 'maxLength', 'maxItems'];

/**
 * What the current schema breaks for a client written from the released one: a sentence for each break.
 *
 * What is sent may become wider, never narrower: the current schema must accept each value that the released one
 * accepts. What is received may become narrower, never wider: the released schema must accept each value that the current
 * one accepts. A received object is closed, whether or not its schema says so: it gains no field.
 *
 * A keyword without a rule here is treated like `pattern`: it may be removed from what is sent and added to what is
 * received; any other change of it, even of a text inside, counts as a break.
 */
export function compareSchemas(place: string, released: Json, current: Json, side: Side): string[] {
  const [wide, narrow] = side === 'request' ? [current, released] : [released, current];
  const otherTypes = compareTypes(place, wide, narrow, side);
  if (otherTypes.length > 0) return otherTypes;
  return [
    ...compareValues(place, released, current, side),
    ...keywordsOf(released, current)
      .filter((name) => !admits(name, wide[name], narrow[name]))
      .map((name) => changed(place, name, released, current)),
    ...(side === 'request' ? compareSent(place, released, current) : compareReceived(place, released, current)),
    ...compareInside(place, released, current, side),
  ];
}

/** The bodies of a request or response by media type. A new one is harmless: clients use it only on request. */
export function compareContent(place: string, released: Json, current: Json, side: Side): string[] {
  return [
    ...namesOnlyIn(released['content'], current['content']).map((type) => `${place} lost the media type ${type}`),
    ...pairsOf(released['content'], current['content']).flatMap(([, was, is]) =>
      compareSchemas(place, objectOf(was['schema']), objectOf(is['schema']), side),
    ),
  ];
}

function compareTypes(place: string, wide: Json, narrow: Json, side: Side): string[] {
  const admitted = typesOf(wide);
  if (admitted === undefined) return [];
  return (typesOf(narrow) ?? ['any'])
    .filter((type) => !admitted.includes(type) && !(type === 'integer' && admitted.includes('number')))
    .map((type) => `${place} ${side === 'request' ? 'lost' : 'gained'} the type ${shown(type)}`);
}

function typesOf({ type }: Json): readonly unknown[] | undefined {
  if (type === undefined) return undefined;
  return Array.isArray(type) ? type : [type];
}

/** Fixed values. A list that may grow keeps its values, like one that is sent; any other received list gains none. */
function compareValues(place: string, released: Json, current: Json, side: Side): string[] {
  const mayGrow = side === 'request' || side === 'error code';
  const known = valuesOf(mayGrow ? current : released, mayGrow);
  const values = valuesOf(mayGrow ? released : current, mayGrow);
  if (!Array.isArray(known)) return [];
  if (!Array.isArray(values)) return [changed(place, 'enum', released, current)];
  return values
    .filter((value) => !known.includes(value))
    .map((value) => `${place} ${mayGrow ? 'lost' : 'gained'} the value ${shown(value)}`);
}

/** An open list has `x-extensible-enum` instead of `enum`. */
function valuesOf(schema: Json, mayBeOpen: boolean): unknown {
  return schema['enum'] ?? (mayBeOpen ? schema['x-extensible-enum'] : undefined);
}

function keywordsOf(released: Json, current: Json): string[] {
  const names = new Set([...Object.keys(released), ...Object.keys(current)]);
  return [...names].filter((name) => ![...texts, ...ruled].includes(name) && !name.startsWith('x-'));
}

/** Whether a keyword with the value `wide` accepts everything that it accepts with the value `narrow`. */
function admits(name: string, wide: unknown, narrow: unknown): boolean {
  if (wide === undefined) return true;
  if (lowerBounds.includes(name)) return typeof narrow === 'number' && narrow >= Number(wide);
  if (upperBounds.includes(name)) return typeof narrow === 'number' && narrow <= Number(wide);
  if (
    name === 'pattern' &&
    equivalentPatterns.some((pair) => pair.includes(wide as string) && pair.includes(narrow as string))
  )
    return true;
  return Bun.deepEquals(wide, narrow);
}

/** The fields of an object that a client sends. A removed field is rejected or has lost its meaning. */
function compareSent(place: string, released: Json, current: Json): string[] {
  const { additionalProperties: couldBeMore = true, default: whenMissing } = released;
  const { additionalProperties: canBeMore = true } = current;
  const isStricter = couldBeMore !== false && canBeMore !== true && !Bun.deepEquals(couldBeMore, canBeMore);
  const isOther = whenMissing !== undefined && !Bun.deepEquals(whenMissing, current['default']);
  return [
    ...namesOnlyIn(released['properties'], current['properties']).map((name) => `${place} lost the field ${name}`),
    ...missingFrom(released['required'], current['required']).map((name) => `${place} now requires the field ${name}`),
    ...(isStricter ? [changed(place, 'additionalProperties', released, current)] : []),
    ...(isOther ? [changed(place, 'default', released, current)] : []),
  ];
}

/** The fields of an object that a client receives. */
function compareReceived(place: string, released: Json, current: Json): string[] {
  const { properties, required, additionalProperties: couldBeMore = false } = released;
  const { additionalProperties: canBeMore = false } = current;
  const lost = namesOnlyIn(properties, current['properties']);
  const optional = missingFrom(current['required'], required).filter((name) => !lost.includes(name));
  const isOpener = canBeMore !== false && !Bun.deepEquals(couldBeMore, canBeMore);
  return [
    ...lost.map((name) => `${place} lost the field ${name}`),
    ...namesOnlyIn(current['properties'], properties).map((name) => `${place} gained the field ${name}`),
    ...optional.map((name) => `${place} no longer promises the field ${name}`),
    ...(isOpener ? [changed(place, 'additionalProperties', released, current)] : []),
  ];
}

/** The entries of the second list that are not in the first. */
function missingFrom(first: unknown, second: unknown): string[] {
  return listOf(second)
    .filter((name) => !listOf(first).includes(name))
    .map(String);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function compareInside(place: string, released: Json, current: Json, side: Side): string[] {
  const fields = pairsOf(released['properties'], current['properties']).flatMap(([name, before, now]) =>
    compareSchemas(
      `the field ${name} of ${place}`,
      before,
      now,
      side === 'error' && name === 'code' ? 'error code' : side,
    ),
  );
  if (released['items'] === undefined && current['items'] === undefined) return fields;
  const [before, now] = [objectOf(released['items']), objectOf(current['items'])];
  return [...fields, ...compareSchemas(`an entry of ${place}`, before, now, side)];
}
