/** Control characters. */
export const controls = '\\u0000-\\u001F\\u007F-\\u009F';

/**
 * Invisible characters up to U+FFFF: blanks, format characters, default-ignorable ones, and the empty Braille pattern.
 * Listed one by one, because the regular expressions of many languages have no character properties.
 */
export const invisible =
  ' \\u00A0\\u00AD\\u034F\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890-\\u0891\\u08E2\\u115F-\\u1160\\u1680\\u17B4-\\u17B5' +
  '\\u180B-\\u180F\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB';

/** Those beyond, which the regular expressions of some languages cannot read. */
export const invisibleBeyond =
  '\\u{110BD}\\u{110CD}\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}';

/**
 * The rule for names as JSON Schema, for clients that validate before they send. The service takes it from here: its
 * document cannot express all of it, because patterns there are limited to what many languages understand.
 */
export const nameRule = { minLength: 1, maxLength: 255, pattern: withVisible(invisible + invisibleBeyond) };

/** Matches texts without control characters that have at least one visible character. */
export function withVisible(ignored: string): string {
  return `^[^${controls}]*[^${controls}${ignored}][^${controls}]*$`;
}
