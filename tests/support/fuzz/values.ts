import fc from 'fast-check';
import { anyCharacter } from '../data/any-character.ts';
import type { JsonSchema } from './document.ts';

/** The text of a JSON value, because a number can be written in ways that `JSON.stringify` never uses. */
type JsonText = fc.Arbitrary<string>;

/** One of these, each with its weight. The first is the simplest, which the others shrink to. */
export function oneOf<Value>(
  ...weighted: readonly [weight: number, values: fc.Arbitrary<Value>][]
): fc.Arbitrary<Value> {
  return fc.oneof({ withCrossShrink: true }, ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Ids that may exist: the service numbers everything from 1. */
const likelyId = fc.integer({ min: 1, max: 40 }).map(String);
const extremeIntegers = fc.constantFrom('0', '-1', '9223372036854775807', '-9223372036854775808', '9007199254740993');

/** A 64-bit integer, often one that exists as an id. */
export const int64Text = oneOf([8, likelyId], [1, extremeIntegers]);

/** Not a 64-bit integer, or one in a notation that is invalid in a path or query. */
export const oddNumberText = fc.constantFrom(
  ...'01,+1,1.0,1e2,-0,0x1,abc, 1,١,9223372036854775808,-9223372036854775809,%00,'.split(','),
);

const oddTexts = ['', ' ', '\u0000', '\u200b', "'; DROP TABLE pets; --", '__proto__', 'null', '../../etc', '\ud800'];

/** Any text: ASCII, all of Unicode, and texts that break parsers. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom(...oddTexts),
  fc.integer({ min: 100, max: 400 }).map((length) => 'x'.repeat(length)),
);

/** Only loopback addresses: the service may send to a webhook, and resolves its host name. */
const webhookUrls = ['http://127.0.0.1:9/hook', 'https://[::1]:9/hook?a=b', 'http://127.0.0.1:9/приют'];
const dates = ['2025-12-31', '2026-01-01', '2026-01-02', '2024-02-29', '1970-01-01'];
/** Texts of a format. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  iri: webhookUrls,
  'date-time': ['2026-02-01T00:00:00Z', '2030-01-01T00:00:00.5+14:00', '2027-12-31T23:59:60Z', '9999-12-31T23:59:59Z'],
  date: dates,
  email: ['ada@example.org', 'bob@example.org'],
};
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
export function parameterText({ type, items = {}, ...schema }: JsonSchema): fc.Arbitrary<string> {
  if (type === 'array') return parameterText(items);
  if (type === 'string' && schema.enum === undefined && schema.format !== 'date') return anyText;
  return jsonOf({ ...(type && { type }), ...schema }).map((text) => text.replaceAll('"', ''));
}

/** A value that the schema allows. A name may still break a rule that no schema can express. */
export function jsonOf(schema: JsonSchema): JsonText {
  const { type, enum: values, minimum: min, maximum: max, items = {}, minItems: minLength = 0 } = schema;
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
      return fc
        .array(jsonOf(items), { minLength, maxLength: minLength + 3 })
        .map((texts) => `[${[...new Set(texts)].join(',')}]`);
    case 'integer':
      if (min === undefined || max === undefined) return int64Text;
      return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max)).map(String);
    case 'string':
      return stringOf(schema).map(quote);
    default:
      return anyJson;
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): JsonText {
  const member = (key: string, value: string) => `${quote(key)}:${value}`;
  if (typeof additionalProperties === 'object') {
    const entries = fc.dictionary(name, jsonOf(additionalProperties), { maxKeys: 3 });
    return entries.map((all) => `{${Object.entries(all).map(([key, value]) => member(key, value))}}`);
  }
  const members = Object.entries(properties).map(([key, schema]) => {
    const text = jsonOf(schema).map((value) => member(key, value));
    return required.includes(key) ? text : fc.option(text, { nil: undefined });
  });
  return fc.tuple(...members).map((all) => `{${all.filter((text) => text !== undefined).join(',')}}`);
}

function stringOf({ format = '', pattern = '', maxLength = 255 }: JsonSchema): fc.Arbitrary<string> {
  const texts = formatted[format];
  if (texts !== undefined) return fc.constantFrom(...texts);
  const expression = new RegExp(pattern, 'u');
  // A code or a number, not a text.
  if (!expression.test('Frank')) return fc.stringMatching(expression);
  return name.filter((text) => text.length <= maxLength);
}

const oddJson = '1.0;1e2;1e400;-0;0.1;9223372036854775808;"\\u0000";"\\ud800";null;[];{}'.split(';');

/** Any JSON value, also in rare notations. */
export const anyJson: JsonText = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(...oddJson),
  anyText.map((text) => quote(text)),
);

const brokenTexts = ['', '[', '{"a":1,}', '{"a":1}{}', '\ufeff{}', "{'a':1}", '{"a":NaN}'];

/** Texts that are not JSON objects, or unusual ones. */
export const brokenJson: JsonText = fc.oneof(
  anyText,
  fc.constantFrom(...brokenTexts, `${'['.repeat(40)}${']'.repeat(40)}`),
  anyJson,
);

function quote(text: string): string {
  return JSON.stringify(text);
}
