import fc from 'fast-check';
import { anyCharacter } from '../data/any-character.ts';
import type { JsonSchema } from './document.ts';

/** The text of a JSON value, because a number can be written in ways that `JSON.stringify` never uses. */
export type JsonText = fc.Arbitrary<string>;

/** Ids that may exist: the service numbers everything from 1. */
const likelyId = fc.integer({ min: 1, max: 40 }).map(String);
const extremeIntegers = fc.constantFrom('0', '-1', '9223372036854775807', '-9223372036854775808', '9007199254740993');

/** A 64-bit integer, often one that exists as an id. */
export const int64Text = fc.oneof({ weight: 8, arbitrary: likelyId }, { weight: 1, arbitrary: extremeIntegers });

/** Not a 64-bit integer, or one in a notation that is invalid in a path or query. */
export const oddNumberText = fc.constantFrom(
  ...[
    '01',
    '+1',
    '1.0',
    '1e2',
    '-0',
    '0x1',
    'abc',
    ' 1',
    '١',
    '9223372036854775808',
    '-9223372036854775809',
    '%00',
    '',
  ],
);

/** Any text: ASCII, all of Unicode, and texts that break parsers. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\u200b',
    "'; DROP TABLE pets; --",
    '__proto__',
    'null',
    '../../etc/passwd',
    '\ud800',
  ),
  fc.integer({ min: 100, max: 400 }).map((length) => 'x'.repeat(length)),
);

/** Only loopback addresses: the service may send to a webhook, and resolves its host name. */
const webhookUrls = ['http://127.0.0.1:9/hook', 'https://[::1]:9/hook?a=b', 'http://127.0.0.1:9/приют'];
const dates = ['2025-12-31', '2026-01-01', '2026-01-02', '2024-02-29', '1970-01-01'];
const instants = [
  '2026-02-01T00:00:00Z',
  '2030-01-01T00:00:00.5+14:00',
  '2027-12-31T23:59:60Z',
  '9999-12-31T23:59:59Z',
];
const name = fc.oneof(
  fc.constantFrom('Frank', 'Bella', 'Bella Rosa', 'Приют', '🐶', 'x'.repeat(100)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);

/** Words, and beginnings of words, of which some are in names. */
export const searchText = fc.oneof(
  fc.constantFrom('fr', 'Frank', 'bell', 'BELLA r', 'bella 7', 'rosa', 'rare', 'при', 'x', 'a', '🐶'),
  fc.string({ minLength: 1, maxLength: 3 }),
);

/** A value that the schema allows, as the text of a query parameter. */
export function parameterText(schema: JsonSchema): fc.Arbitrary<string> {
  const { type, items, enum: values, format, minimum = 0, maximum } = schema;
  if (values !== undefined) return fc.constantFrom(...values.filter((word) => word !== null));
  if (type === 'array') return parameterText(items ?? {});
  if (type === 'integer')
    return maximum === undefined ? int64Text : fc.integer({ min: minimum, max: maximum }).map(String);
  if (format === 'date') return fc.constantFrom(...dates);
  return anyText;
}

/** A value that the schema allows. A name may still break a rule that no schema can express. */
export function jsonOf(schema: JsonSchema): JsonText {
  const { type, enum: values } = schema;
  if (typeof type === 'object') {
    const words = values && { enum: values.filter((word) => word !== null) };
    return fc.oneof(jsonOf({ ...schema, type: type[0], ...words }), fc.constant('null'));
  }
  if (values !== undefined) return fc.constantFrom(...values).map((word) => JSON.stringify(word));
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'boolean':
      return fc.boolean().map(String);
    case 'array':
      return arrayOf(schema);
    case 'integer':
      return integerOf(schema);
    case 'string':
      return stringOf(schema).map(quote);
    default:
      return anyJson;
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): JsonText {
  if (typeof additionalProperties === 'object') {
    const member = fc.tuple(name.map(quote), jsonOf(additionalProperties));
    return fc.uniqueArray(member, { maxLength: 3, selector: ([key]) => key }).map(toObject);
  }
  const members = Object.entries(properties).map(([member, schema]) => {
    const text = jsonOf(schema).map((value) => `${quote(member)}:${value}`);
    return required.includes(member) ? text : fc.option(text, { nil: undefined });
  });
  return fc.tuple(...members).map((all) => `{${all.filter((member) => member !== undefined).join(',')}}`);
}

function toObject(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map((member) => member.join(':')).join(',')}}`;
}

function arrayOf({ items = {}, minItems = 0 }: JsonSchema): JsonText {
  const entries = fc.array(jsonOf(items), { minLength: minItems, maxLength: minItems + 3 });
  return entries.map((texts) => `[${[...new Set(texts)].join(',')}]`);
}

function integerOf({ minimum, maximum }: JsonSchema): JsonText {
  if (minimum === undefined || maximum === undefined) return int64Text;
  return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum)).map(String);
}

function stringOf({ format, pattern = '', maxLength = 255 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'iri') return fc.constantFrom(...webhookUrls);
  if (format === 'date-time') return fc.constantFrom(...instants);
  if (format === 'date') return fc.constantFrom(...dates);
  if (format === 'email') return fc.constantFrom('ada@example.org', 'bob@example.org');
  // A code or a number, not a text.
  if (!new RegExp(pattern, 'u').test('Frank')) return fc.stringMatching(new RegExp(pattern, 'u'));
  return name.filter((text) => text.length <= maxLength);
}

/** Any JSON value, also in rare notations. */
export const anyJson: JsonText = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '1.0',
    '1e2',
    '1e400',
    '-0',
    '0.1',
    '9223372036854775808',
    '"\\u0000"',
    '"\\ud800"',
    'null',
    '[]',
    '{}',
  ),
  anyText.map(quote),
);

/** Texts that are not JSON objects, or unusual ones. */
export const brokenJson: JsonText = fc.oneof(
  anyText,
  fc.constantFrom(
    '',
    '[',
    '{"a":1,}',
    '{"a":1}{}',
    '\ufeff{}',
    "{'a':1}",
    '{"a":NaN}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
  ),
  anyJson,
);

function quote(text: string): string {
  return JSON.stringify(text);
}
