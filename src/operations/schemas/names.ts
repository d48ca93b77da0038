import { Type } from 'typebox';
import { patternMeaning, publishedPattern } from './base.ts';

const controls = '\\u0000-\\u001F\\u007F-\\u009F';

/**
 * What shows nothing by itself, up to U+FFFF and beyond: blanks, format characters, what Unicode lets a font ignore, and the
 * empty Braille pattern. Listed with four digits, in capitals, because the regular expressions of many languages know no
 * properties of characters.
 */
const invisible =
  ' \\u00A0\\u00AD\\u034F\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890-\\u0891\\u08E2\\u115F-\\u1160\\u1680\\u17B4-\\u17B5' +
  '\\u180B-\\u180F\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB';
const invisibleBeyond =
  '\\u{110BD}\\u{110CD}\\u{13430}-\\u{1343F}\\u{1BCA0}-\\u{1BCA3}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}';

/** The pattern of the release 1.0.0, which stands in its schemas for as long as they do. It admits all that is taken. */
export const releasedNamePattern = '^(?=[\\s\\S]*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** A name of something: kept byte for byte. `maxLength` counts code points. */
export function nameOf(what: string, example: string, { maxLength = 255, published = withVisible(invisible) } = {}) {
  return Type.String({
    description:
      `Name of the ${what}: 1 to ${maxLength} characters, not only blanks and other invisible characters, no control ` +
      'characters. Kept as it is.',
    minLength: 1,
    maxLength,
    pattern: withVisible(invisible + invisibleBeyond),
    [publishedPattern]: published,
    [patternMeaning]: 'must not be only blanks and other invisible characters, and must not contain control characters',
    examples: [example],
  });
}

/** No control characters, and one that is neither that nor invisible. */
function withVisible(ignored: string): string {
  return `^[^${controls}]*[^${controls}${ignored}][^${controls}]*$`;
}
