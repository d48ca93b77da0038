import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point but surrogates, for `fc.string({ unit: anyCharacter })`. The unit `binary` of fast-check is the same, and
 * takes half a second of processor time to prepare in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0xffff - surrogates.count), fc.nat(0x10ffff - surrogates.count))
  .map(toCharacter, toIndex);

function toCharacter(index: number): string {
  return String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count);
}

/** With it, fast-check also tries texts such as `__proto__`. @throws Error for what is not one character */
function toIndex(text: unknown): number {
  const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (codePoint === undefined || text !== String.fromCodePoint(codePoint)) throw new Error('not one character');
  return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count;
}
