import { isDeepStrictEqual } from 'node:util';

/** The members of an object that are neither `null` nor `undefined`. */
export function withoutNulls<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], null | undefined> } {
  // Other than an assignment, this also keeps a member with the name __proto__.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member != null)) as never;
}

/** Whether two values of plain data have the same members with the same values, in any order. */
export function isEqual<Value>(one: Value, other: Value): boolean {
  return isDeepStrictEqual(one, other);
}
