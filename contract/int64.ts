export const minInt64 = -(2n ** 63n);
export const maxInt64 = 2n ** 63n - 1n;

/** How a 64-bit integer is written: without sign of plus, fraction or zeros in front. */
export const canonicalInt64 = /^(?:0|-?[1-9]\d{0,18})$/;

/** Reads a 64-bit integer in canonical form: `-7`, `0`, `42`; `undefined` for anything else, such as `+7`, `007` or `7.0`. */
export function parseInt64(text: string): bigint | undefined {
  if (!canonicalInt64.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const jsonNumber = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Parses a JSON number (RFC 8259, section 6) as an int64, exactly. `1.0` and `1e2` are integers; `1.5` is not. An
 * exponent is never expanded beyond the 19 digits of an int64.
 */
export function parseJsonInt64(text: string): bigint | undefined {
  const canonical = parseInt64(text);
  if (canonical !== undefined) return canonical;
  const parts = jsonNumber.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(significant);
  if (digits === '') return 0n;
  const zeros = significant.length - digits.length + Number(exponent) - fraction.length;
  if (zeros < 0 || digits.length + zeros > 19) return undefined;
  const value = BigInt(sign + digits + '0'.repeat(zeros));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** A loop, because a regular expression anchored at the end takes quadratic time on runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
