import { Type } from 'typebox';
import { maxAttributes, maxTags } from '../../domain/profiles.ts';
import {
  type DatePrecision,
  datePrecisions,
  type PetSex as PetSexValue,
  type PetSize as PetSizeValue,
  petSexes,
  petSizes,
} from '../../model/profiles.ts';
import { date, nullable, patternMeaning, textOf } from './base.ts';

export const PetSex = Type.Unsafe<PetSexValue>({ $id: 'PetSex', type: 'string', enum: [...petSexes] });

export const PetSize = Type.Unsafe<PetSizeValue>({ $id: 'PetSize', type: 'string', enum: [...petSizes] });

export const DateParts = Type.Unsafe<DatePrecision>({
  $id: 'DatePrecision',
  type: 'string',
  enum: [...datePrecisions],
  description: 'How much of a date is known: all of it, its month, or its year. The rest of the date has no meaning.',
});

const description = textOf({
  description: 'What people should know about the animal: plain text, no control characters but line breaks.',
  maxLength: 10_000,
  hasLines: true,
  example: 'A calm cat who likes to sit at the window.\nLooking for a home without dogs.',
});
export const Species = textOf({ description: 'The species.', maxLength: 100, example: 'Cat' });
const breed = textOf({ description: 'The breed, or several.', maxLength: 255, example: 'Domestic Shorthair' });
const color = textOf({ description: 'The colour, or several.', maxLength: 100, example: 'Black and white' });
const coat = textOf({ description: 'The kind or the length of the coat.', maxLength: 100, example: 'Short' });
const location = textOf({ description: 'Where the animal is.', maxLength: 255, example: 'Foster home in Aachen' });
export const Reference = textOf({
  description:
    "The shelter's own number of the animal, or that of its microchip. No other animal can have the same one.",
  maxLength: 100,
  example: 'A706918',
});
export const Tag = textOf({ maxLength: 50, example: 'lap cat' });
const attributeText = textOf({ maxLength: 255, example: '4.2 kg' });
const attributeName = textOf({ maxLength: 50 });

const birthDate = date({ description: 'The day of birth.', examples: ['2024-05-01'] });
const arrivedOn = date({ description: 'When the animal arrived.', examples: ['2026-10-03'] });
const tags = Type.Array(Tag, {
  description: 'Words to find the animal by, each once. They are sorted.',
  maxItems: maxTags,
  uniqueItems: true,
});
const neutered = Type.Boolean({ description: 'Whether the animal is neutered or spayed.' });
const vaccinated = Type.Boolean({ description: 'Whether the vaccinations are up to date.' });
const houseTrained = Type.Boolean({ description: 'Whether the animal is house-trained.' });
const specialNeeds = Type.Boolean({ description: 'Whether the animal needs special care.' });

const amountMinor = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  description: 'The amount in the smallest unit of the currency, such as cents.',
  examples: [12_500],
});
const currency = Type.String({
  minLength: 3,
  maxLength: 3,
  pattern: '^[A-Z]{3}$',
  [patternMeaning]: 'must be a code of three capital letters, such as EUR',
  description: 'The code of the currency (ISO 4217).',
  examples: ['EUR'],
});

const goodWithMembers = { children: Type.Boolean(), dogs: Type.Boolean(), cats: Type.Boolean() };
const goodWith = {
  description: 'Whom the animal gets along with. Missing members are unknown.',
  additionalProperties: false,
} as const;
const fee = { description: 'What an adoption costs.', additionalProperties: false } as const;
const attributes = {
  type: 'object',
  propertyNames: attributeName,
  description:
    `Further facts by their names: up to ${maxAttributes}, with names of up to 50 and texts of up to 255 characters, in no ` +
    'particular order.',
  examples: [{ weight: '4.2 kg' }],
} as const;

const fields = {
  description: Type.Optional(description),
  species: Type.Optional(Species),
  breed: Type.Optional(breed),
  color: Type.Optional(color),
  coat: Type.Optional(coat),
  sex: Type.Optional(PetSex),
  size: Type.Optional(PetSize),
  birthDate: Type.Optional(birthDate),
  birthDatePrecision: Type.Optional(DateParts),
  neutered: Type.Optional(neutered),
  vaccinated: Type.Optional(vaccinated),
  houseTrained: Type.Optional(houseTrained),
  specialNeeds: Type.Optional(specialNeeds),
  goodWith: Type.Optional(
    Type.Object(
      {
        children: Type.Optional(goodWithMembers.children),
        dogs: Type.Optional(goodWithMembers.dogs),
        cats: Type.Optional(goodWithMembers.cats),
      },
      goodWith,
    ),
  ),
  tags: Type.Optional(tags),
  location: Type.Optional(location),
  arrivedOn: Type.Optional(arrivedOn),
  fee: Type.Optional(Type.Object({ amountMinor, currency }, fee)),
  reference: Type.Optional(Reference),
  attributes: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      ...attributes,
      additionalProperties: attributeText,
      maxProperties: maxAttributes,
    }),
  ),
};

export const Profile = Type.Object(fields, {
  $id: 'Profile',
  description:
    'What is known about an animal. Fields that are unknown are missing. Texts are stored unchanged; they have a visible ' +
    'character, and no control characters.',
});

export const ProfileDraft = Type.Object(fields, {
  $id: 'ProfileDraft',
  description: 'A profile to store. `birthDatePrecision` defaults to `day`.',
  additionalProperties: false,
});

export const ProfileChanges = Type.Object(
  {
    description: Type.Optional(nullable(description)),
    species: Type.Optional(nullable(Species)),
    breed: Type.Optional(nullable(breed)),
    color: Type.Optional(nullable(color)),
    coat: Type.Optional(nullable(coat)),
    sex: Type.Optional(nullable(PetSex)),
    size: Type.Optional(nullable(PetSize)),
    birthDate: Type.Optional(nullable(birthDate)),
    birthDatePrecision: Type.Optional(nullable(DateParts)),
    neutered: Type.Optional(nullable(neutered)),
    vaccinated: Type.Optional(nullable(vaccinated)),
    houseTrained: Type.Optional(nullable(houseTrained)),
    specialNeeds: Type.Optional(nullable(specialNeeds)),
    goodWith: Type.Optional(
      nullable(
        Type.Object(
          {
            children: Type.Optional(nullable(goodWithMembers.children)),
            dogs: Type.Optional(nullable(goodWithMembers.dogs)),
            cats: Type.Optional(nullable(goodWithMembers.cats)),
          },
          goodWith,
        ),
      ),
    ),
    tags: Type.Optional(nullable(tags)),
    location: Type.Optional(nullable(location)),
    arrivedOn: Type.Optional(nullable(arrivedOn)),
    fee: Type.Optional(
      nullable(
        Type.Object(
          { amountMinor: Type.Optional(nullable(amountMinor)), currency: Type.Optional(nullable(currency)) },
          fee,
        ),
      ),
    ),
    reference: Type.Optional(nullable(Reference)),
    attributes: Type.Optional(
      nullable(
        Type.Unsafe<Record<string, string | null>>({
          ...attributes,
          additionalProperties: nullable(attributeText),
          maxProperties: 2 * maxAttributes,
        }),
      ),
    ),
  },
  {
    $id: 'ProfileChanges',
    description:
      'The fields of a profile to change (RFC 7396): `null` removes a field, omitted fields keep their value. Members of ' +
      '`goodWith`, `fee` and `attributes` are changed one by one, `tags` as a whole.',
    additionalProperties: false,
  },
);
