import { namesOf, objectOf } from './document.ts';

/** Returns a changed copy of a document. */
export type Change = (document: unknown) => unknown;

/** Sets the value at a JSON Pointer (RFC 6901), replacing any existing one. */
export function set(pointer: string, value: unknown): Change {
  return (document) => changedAt(document, namesOf(pointer), pointer, () => value);
}

/** @throws Error from the change when the pointer leads to nothing */
export function remove(pointer: string): Change {
  const nothing = (present: unknown) => {
    if (present === undefined) throw new Error(`There is nothing to remove at ${pointer}.`);
    return undefined;
  };
  return (document) => changedAt(document, namesOf(pointer), pointer, nothing);
}

/** Applies all changes to the document, in order. */
export function patch(document: unknown, changes: readonly Change[]): unknown {
  return changes.reduce((value, change) => change(value), document);
}

/** @throws Error when part of the path is missing: a change without effect would prove nothing */
function changedAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  pointer: string,
  change: (present: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (typeof value !== 'object' || value === null) throw new Error(`There is no ${name} on the way to ${pointer}.`);
  if (Array.isArray(value)) {
    const entry = changedAt(value[Number(name)], rest, pointer, change);
    return entry === undefined ? value.toSpliced(Number(name), 1) : Object.assign([...value], { [name]: entry });
  }
  const { [name]: present, ...others } = objectOf(value);
  const member = changedAt(present, rest, pointer, change);
  return member === undefined ? others : { ...others, [name]: member };
}
