import { type TSchema, Type } from 'typebox';
import { contactAddress, factLengths, maxLogoBytes, publicLanguages } from '../../../contract/shelter.ts';
import {
  cleaning,
  closedObject,
  nameOf,
  nullable,
  oneOf,
  optional,
  patternMeaning,
  publishedPattern,
  textOf,
} from '../../api/schemas.ts';
import { TimeZone } from '../../record/statistics/schemas.ts';
import type { ShelterChanges as ShelterChangesValue } from './model.ts';

const degrees = (maximum: number, example: number) =>
  Type.Number({ minimum: -maximum, maximum, examples: [example], description: 'In degrees (WGS 84).' });
const address = (description: string) => Type.Optional(Type.String({ format: 'uri', maxLength: 2_048, description }));

/** What `PATCH` changes, without the logo. */
const fields = {
  name: nameOf('shelter', 'Riverside Animal Shelter', { maxLength: factLengths.name }),
  place: textOf({
    maxLength: factLengths.place,
    description: 'The address of the shelter, as people write it.',
    example: '4 River Road, Riverside',
  }),
  coordinates: closedObject(
    { latitude: degrees(90, 33.9533), longitude: degrees(180, -117.3962) },
    { description: 'Where the shelter is on a map.' },
  ),
  contact: Type.String({
    maxLength: factLengths.contact,
    pattern: '^(?:mailto:|tel:|https?://)',
    [patternMeaning]: 'contact',
    [cleaning]: (text: string) => contactAddress(text.trim()) ?? '',
    description:
      'How to reach the shelter: an address with `mailto:`, `tel:`, `https:` or `http:`. A change may leave out `mailto:` and ' +
      '`tel:`.',
    examples: ['mailto:adopt@example.org'],
  }),
  hours: textOf({
    maxLength: factLengths.hours,
    hasLines: true,
    description: 'When visitors are welcome.',
    example: 'Tuesday to Saturday, 10 to 4',
  }),
  text: textOf({
    maxLength: factLengths.text,
    hasLines: true,
    description: 'The introduction of the public page. An empty line begins a paragraph.',
    example: 'All of them would love to meet you.',
  }),
  color: Type.String({
    minLength: 7,
    maxLength: 7,
    pattern: '^#[0-9A-Fa-f]{6}$',
    [patternMeaning]: 'color',
    description: 'The accent color of the public page and the console.',
    examples: ['#0f766e'],
  }),
  languages: Type.Array(oneOf(publicLanguages), {
    minItems: 1,
    maxItems: publicLanguages.length,
    uniqueItems: true,
    description: 'The languages of the public page. The first one is for visitors who ask for none of them.',
  }),
  currency: Type.String({
    minLength: 3,
    maxLength: 3,
    pattern: `^(?:${Intl.supportedValuesOf('currency').join('|')})$`,
    [publishedPattern]: '^[A-Z]{3}$',
    [patternMeaning]: 'known_currency',
    description: 'The currency (ISO 4217) of amounts that people type without one.',
    examples: ['EUR'],
  }),
};

const facts: Record<string, TSchema> = fields;
const removable = Object.entries(facts).map(([name, schema]) => [name, Type.Optional(nullable(schema))] as const);
const logo = Type.String({
  maxLength: Math.ceil(maxLogoBytes / 3) * 4 + 'data:image/jpeg;base64,'.length,
  // How files of these types begin.
  pattern: '^data:image/(?:png;base64,iVBORw0KGgo|jpeg;base64,/9j/|webp;base64,UklGR)[A-Za-z0-9+/]*={0,2}$',
  [patternMeaning]: 'image_data',
  description: `The logo: the \`data:\` address of a PNG, JPEG or WebP image of up to ${maxLogoBytes / 1_024} KiB, in Base64.`,
});

export const Shelter = Type.Object(
  {
    ...optional(fields),
    color: fields.color,
    languages: fields.languages,
    timeZone: TimeZone,
    logoUrl: address('The address of the logo.'),
    url: address('The address of the public page; missing while there is none.'),
    locked: Type.Array(Type.String({ maxLength: 50, examples: ['name'] }), {
      description:
        'The fields that the operator has set in the environment of the service, and nobody can change here.',
    }),
  },
  {
    $id: 'Shelter',
    description:
      'What the shelter says of itself, on the public page and to programs. What it has not said is missing. The operator sets ' +
      '`timeZone`.',
  },
);

export const ShelterChanges = Type.Unsafe<ShelterChangesValue>(
  closedObject(
    { ...Object.fromEntries(removable), logo: Type.Optional(nullable(logo)) },
    { $id: 'ShelterChanges', description: 'The fields to change (RFC 7396): `null` removes one.' },
  ),
);
