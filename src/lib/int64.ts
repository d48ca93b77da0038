const min = -(2n ** 63n);

const max = 2n ** 63n - 1n;

const canonical = /^(?:0|-?[1-9][0-9]{0,18})$/;

const jsonNumber = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Parses an int64 in canonical form (`-7`, `0`, `42`; not `+7`, `007`, `7.0`), as paths and queries have it. */
export function parseInt64(text: string): bigint | undefined {
  return canonical.test(text) ? inRange(BigInt(text)) : undefined;
}

/**
 * Parses a JSON number (RFC 8259, section 6) as an int64, exactly. `1.0` and `1e2` are integers; `1.5` is not. An
 * exponent is never expanded beyond the 19 digits of an int64.
 */
export function parseJsonInt64(text: string): bigint | undefined {
  if (canonical.test(text)) return inRange(BigInt(text));
  const parts = jsonNumber.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(significant);
  if (digits === '') return 0n;
  const zeros = significant.length - digits.length + Number(exponent) - fraction.length;
  if (zeros < 0 || digits.length + zeros > 19) return undefined;
  return inRange(BigInt(sign + digits + '0'.repeat(zeros)));
}

/** A loop, because a regular expression anchored at the end takes quadratic time on runs of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

function inRange(value: bigint): bigint | undefined {
  return value >= min && value <= max ? value : undefined;
}
