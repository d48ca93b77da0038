const canonical = /^(?:0|-?[1-9]\d{0,18})$/;

/**
 * The path of a resource, with its ids, which may come from a program without types. Anything else could be the path of
 * another resource. @throws TypeError
 */
export function pathTo(texts: TemplateStringsArray, ...ids: readonly bigint[]): string {
  return String.raw({ raw: texts }, ...ids.map(requireId));
}

function requireId(id: bigint): string {
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
