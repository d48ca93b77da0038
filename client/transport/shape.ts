import { parseInt64 } from '../../contract/int64.ts';

/** What 64-bit integers are in inputs and results. */
export type Ids = 'bigint' | 'string';

/** An integer that a client with ids as strings has as a number. Any `bigint` is one. */
export type Int32 = bigint & { readonly int32?: never };

/** A word of a list that may be longer on a newer server. */
export type OrNewer<Word extends string> = Word | (string & Record<never, never>);

/**
 * Tells whether a value that came from outside is a `Value`. With `ids` `'string'`, the integers of the value are those of
 * `StringIds<Value>`, although the types of the resources say `bigint`.
 */
export type Guard<Value> = (value: unknown, ids?: Ids) => value is Value;

type ValueOf<Checked> = Checked extends Guard<infer Value> ? Value : never;

/** The names of the members that may be missing: those of {@link optional}. */
type OptionalIn<Guards> = {
  [Name in keyof Guards]: undefined extends ValueOf<Guards[Name]> ? Name : never;
}[keyof Guards];

/** What an object is whose members pass these guards. */
type Shape<Guards> = { [Name in Exclude<keyof Guards, OptionalIn<Guards>>]: ValueOf<Guards[Name]> } & {
  [Name in OptionalIn<Guards>]?: Exclude<ValueOf<Guards[Name]>, undefined>;
};

export const isString: Guard<string> = (value) => typeof value === 'string';

export const isNumber: Guard<number> = (value) => typeof value === 'number';

export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

/** What an answer without a body has. */
export const isEmptyBody: Guard<undefined> = (value) => value === undefined;

export const isInteger: Guard<bigint> = (value, ids): value is bigint =>
  ids === 'string' ? typeof value === 'string' && parseInt64(value) !== undefined : typeof value === 'bigint';

/** An integer that is never a string: with `ids` `'string'` a number. */
export const isInt32: Guard<Int32> = (value, ids): value is Int32 =>
  ids === 'string' ? Number.isInteger(value) : typeof value === 'bigint';

/** An id out of text, as it is in results; `undefined` for other text. */
export function readId(text: string, ids: Ids): bigint | undefined {
  const id: unknown = ids === 'string' ? text : parseInt64(text);
  return isInteger(id, ids) ? id : undefined;
}

export function optional<Value>(guard: Guard<Value>): Guard<Value | undefined> {
  return (value, ids): value is Value | undefined => value === undefined || guard(value, ids);
}

export function isOneOf<const Value>(values: readonly Value[]): Guard<Value> {
  const known = new Set<unknown>(values);
  return (value): value is Value => known.has(value);
}

/** Guards a word of a list that may be longer on a newer server. */
export function isWord<Word extends string>(): Guard<Word> {
  return (value): value is Word => typeof value === 'string';
}

export function isArrayOf<Item>(guard: Guard<Item>): Guard<Item[]> {
  return (value, ids): value is Item[] => Array.isArray(value) && value.every((item) => guard(item, ids));
}

/** Guards an object whose members have free names. */
export function isMapOf<Item>(guard: Guard<Item>): Guard<Record<string, Item>> {
  return (value, ids): value is Record<string, Item> =>
    isRecord(value) && Object.values(value).every((item) => guard(item, ids));
}

/** Guards an object by its members. Members beyond these are let through: a newer server may send more. */
export function isShape<Guards extends Record<string, Guard<unknown>>>(members: Guards): Guard<Shape<Guards>> {
  const guards = Object.entries(members);
  return (value, ids): value is Shape<Guards> =>
    isRecord(value) && guards.every(([name, guard]) => guard(value[name], ids));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
