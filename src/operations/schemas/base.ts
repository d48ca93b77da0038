import { type Static, type TSchema, Type } from 'typebox';
import { errorStatus } from '../../model/errors.ts';

/** Schemas are JSON Schema as they stand; one with an `$id` becomes a component of the document under that name. */
export type { Static, TSchema };

/** Says in words what a `pattern` asks for. A symbol, so that it never reaches the document. */
export const patternMeaning = Symbol('patternMeaning');

/** What the document has in place of a `pattern`, where that is more than clients can read. */
export const publishedPattern = Symbol('publishedPattern');

/** An integer of 64 bits, `bigint` in this program and plain digits in JSON: `number` would lose digits. */
export function int64(options: { description: string; examples?: string[] }) {
  const examples = options.examples?.map(Number);
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', ...options, ...(examples && { examples }) });
}

/** A moment (RFC 3339): epoch milliseconds as `bigint` in this program. */
export function dateTime(options: { description: string; examples?: string[] }) {
  return Type.Unsafe<bigint>({ type: 'string', format: 'date-time', ...options });
}

/** A day (RFC 3339, full-date): days since 1970-01-01 as `bigint` in this program. */
export function date(options: { description: string; examples?: string[] }) {
  return Type.Unsafe<bigint>({ type: 'string', format: 'date', ...options });
}

/** What an operation without fields takes. */
export const noFields = Type.Object({}, { additionalProperties: false });

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

export const ErrorBody = Type.Object(
  {
    code: Type.Unsafe<keyof typeof errorStatus>({
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'What went wrong, for a program.',
    }),
    message: Type.String({ description: 'What went wrong and what would be right, for a person.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
  },
  { $id: 'Error', description: 'Every error response carries this object.' },
);
