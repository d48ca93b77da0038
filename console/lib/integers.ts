const integer = /^-?(?:0|[1-9]\d{0,18})$/;
const limit = 2n ** 63n;

/** Reads an integer of 64 bits as a person types it, exactly; `undefined` for anything else. */
export function readInteger(text: string): bigint | undefined {
  const trimmed = text.trim();
  if (!integer.test(trimmed)) return undefined;
  const value = BigInt(trimmed);
  return value >= -limit && value < limit ? value : undefined;
}
