const canonical = /^(?:0|-?[1-9]\d{0,18})$/;

/** Reads a 64-bit integer in canonical form: `-7`, `0`, `42`; `undefined` for anything else, such as `+7`, `007` or `7.0`. */
export function parseInt64(text: string): bigint | undefined {
  if (!canonical.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
