/** The zeros of the digits that people's telephones write: ASCII, Arabic, Persian, Devanagari, and full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xff10];
const hex = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;

/** All of them, for a class of a regular expression. */
export const phoneDigits = zeros.map((zero) => `${hex(zero)}-${hex(zero + 9)}`).join('');
const digit = new RegExp(`[${phoneDigits}]`, 'g');

/** A number of fewer digits, beside a longer one, is an extension or a time of day. */
const minDigits = 5;

/**
 * The numbers in what somebody has given as hers, such as `+1 (512) 555-0100 ext. 12, after 6 pm`, as they are dialled:
 * `+15125550100`. Words, commas, `#`, `;` and line ends are between them.
 */
export function numbersOf(phone: string): readonly string[] {
  const plain = phone.replaceAll('＋', '+').replaceAll(digit, (character) => {
    const code = character.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });
  const parts = plain
    // The zero of a number that is dialled without its country.
    .replaceAll(/(\+[\d\s]*)\(0\)/g, '$1')
    .split(/[\p{L},;#\n]+/u)
    .map((part) => (/\+\s*\d/.test(part) ? '+' : '') + part.replaceAll(/\D/g, ''));
  const numbers = parts.filter((part) => /\d/.test(part));
  const long = numbers.filter((part) => part.length >= minDigits);
  return long.length > 0 ? long : numbers;
}
