import { Pointer } from 'typebox/value';

/** Changes a document. */
export type Change = (document: unknown) => unknown;

/** Sets the value at a JSON Pointer (RFC 6901), replacing any existing one. */
export function set(pointer: string, value: unknown): Change {
  return (document) => {
    requireValue(document, pointer.slice(0, pointer.lastIndexOf('/')));
    return Pointer.Set(document, pointer, value);
  };
}

export function remove(pointer: string): Change {
  return (document) => {
    requireValue(document, pointer);
    return Pointer.Delete(document, pointer);
  };
}

/** A copy of the document with all changes, in order. */
export function patch(document: unknown, changes: readonly Change[]): unknown {
  return changes.reduce((value, change) => change(value), structuredClone(document));
}

/** @throws Error when the pointer leads to nothing: a change without effect would prove nothing */
function requireValue(document: unknown, pointer: string): void {
  if (!Pointer.Has(document, pointer)) throw new Error(`There is nothing at ${pointer}.`);
}
