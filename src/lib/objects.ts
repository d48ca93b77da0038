/** The members of an object that are neither `null` nor `undefined`. */
export function withoutNulls<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], null | undefined> } {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (member == null) continue;
    // An assignment to this name would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(kept, name, { value: member, enumerable: true, configurable: true });
    else kept[name] = member;
  }
  return kept as { [Name in keyof Value]?: Exclude<Value[Name], null | undefined> };
}

/** Whether two values of plain data have the same members with the same values, in any order. */
export function isEqual<Value>(one: Value, other: Value): boolean {
  return Bun.deepEquals(one, other, true);
}
