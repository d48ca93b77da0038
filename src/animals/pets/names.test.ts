import { expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { nameOf, type TSchema } from '../../api/schemas.ts';
import { NewInquiry } from '../../homes/inquiries/schemas.ts';
import { isValid } from '../../http/request/scalars.ts';
import { schemaOf } from '../../record/shapes/profile-schemas.ts';
import { NewListing } from '../listings/schemas.ts';

const schema = nameOf('animal', 'Frank');
const published = new RegExp(document.components.schemas.Category.properties.name.pattern, 'u');
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const codes = (some: readonly string[]) => some.map((character) => character.codePointAt(0)?.toString(16));

test('a name needs a character other than those that Unicode defines as invisible', () => {
  const invisible = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
  const rejected = characters.filter((character) => !isValid(schema, character));
  expect(codes(rejected)).toEqual(codes(characters.filter((character) => invisible.test(character))));
});

test('the published pattern accepts every valid name, and no other within the Basic Multilingual Plane', () => {
  const differing = characters.filter((character) => published.test(character) !== isValid(schema, character));
  expect(differing.filter((character) => (character.codePointAt(0) ?? 0) < 0x10000)).toEqual([]);
  expect(differing.filter((character) => !published.test(character))).toEqual([]);
});

test.each([
  ['NewListing', 'name', NewListing.properties.name],
  ['ProfileDraft', 'species', schemaOf('species')],
  ['ProfileDraft', 'description', schemaOf('description')],
  ['NewInquiry', 'message', NewInquiry.properties.message],
] as const)(
  'the published pattern of %s is as exact for %s, also at the beginning of a text',
  (name, field, real: TSchema) => {
    const { [name]: described } = document.components.schemas as unknown as Record<
      string,
      { properties: Record<string, { pattern: string }> }
    >;
    const pattern = new RegExp(described?.properties[field]?.pattern ?? '', 'u');
    const plane = characters.filter((character) => character.length === 1);
    for (const text of [(one: string) => one, (one: string) => `${one}Cat`]) {
      const differing = plane.filter((one) => pattern.test(text(one)) !== isValid(real, text(one)));
      // A text with lines has blanks and line breaks in their place.
      const isChanged = text('') !== '' && (field === 'description' || field === 'message');
      expect(codes(differing)).toEqual(isChanged ? ['9', 'b', 'c', '85'] : []);
    }
  },
);

test('one visible character suffices at any position, and one control character is too many', () => {
  const takes = (name: string) => isValid(schema, name);
  expect(['x\u200b', '\u200bx', ' x ', '\u{e0001}x', 'x\u{e0001}'].map(takes)).toEqual(Array(5).fill(true));
  expect(['x\t', '\u0000x', 'x\u007fy', 'x\u009f'].map(takes)).toEqual(Array(4).fill(false));
});

test('every pattern works without lookaround assertions', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(5);
  // RE2, which many languages use, supports neither, nor code points in braces.
  for (const pattern of patterns) expect(pattern).not.toMatch(/\(\?[=!<]|\\[1-9kpP]|\\u\{/);
});
