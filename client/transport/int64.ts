const canonical = /^(?:0|-?[1-9]\d{0,18})$/;

/**
 * The path of a resource, with its ids in place of their names. They may come from a program without types, and anything
 * else could be the path of another resource. @throws TypeError
 */
export function pathTo(path: string, ids: readonly unknown[]): string {
  const rest = ids.values();
  return path.replaceAll(/\{\w+\}/g, () => requireId(rest.next().value));
}

function requireId(id: unknown): string {
  const text = String(id);
  if (canonical.test(text)) return text;
  throw new TypeError(`${JSON.stringify(text)} is no id. An id is an integer, such as 17.`);
}

/** Reads a 64-bit integer in canonical form: `-7`, `0`, `42`; `undefined` for anything else, such as `+7`, `007` or `7.0`. */
export function parseInt64(text: string): bigint | undefined {
  if (!canonical.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
