import { type TSchema, Type } from 'typebox';
import { closedObject, date, nullable, oneOf, optional, patternMeaning, textOf } from '../../api/schemas.ts';
import { datePrecisions, type ProfileChanges as ProfileChangesValue, petSexes, petSizes } from './model.ts';
import { maxAttributes, maxTags } from './rules.ts';

export const PetSex = oneOf(petSexes, { $id: 'PetSex' });

export const PetSize = oneOf(petSizes, { $id: 'PetSize' });

export const DateParts = oneOf(datePrecisions, {
  $id: 'DatePrecision',
  description: 'How much of a date is known: all of it, its month, or its year. The rest of the date has no meaning.',
});

export const Species = textOf({ description: 'The species.', maxLength: 100, example: 'Cat' });
export const Reference = textOf({
  description:
    "The shelter's own number of the animal, or that of its microchip. No other animal can have the same one.",
  maxLength: 100,
  example: 'A706918',
});
export const Tag = textOf({ maxLength: 50, example: 'lap cat' });
const attributeText = textOf({ maxLength: 255, example: '4.2 kg' });

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
const companion = Type.Optional(Type.Boolean());
const attributes = {
  type: 'object',
  propertyNames: textOf({ maxLength: 50 }),
  description:
    `Further facts by their names: up to ${maxAttributes}, with names of up to 50 and texts of up to 255 characters, in no ` +
    'particular order.',
  examples: [{ weight: '4.2 kg' }],
} as const;

const fields = optional({
  description: textOf({
    description: 'What people should know about the animal: plain text, no control characters but line breaks.',
    maxLength: 10_000,
    hasLines: true,
    example: 'A calm cat who likes to sit at the window.\nLooking for a home without dogs.',
  }),
  species: Species,
  breed: textOf({ description: 'The breed, or several.', maxLength: 255, example: 'Domestic Shorthair' }),
  color: textOf({ description: 'The colour, or several.', maxLength: 100, example: 'Black and white' }),
  coat: textOf({ description: 'The kind or the length of the coat.', maxLength: 100, example: 'Short' }),
  sex: PetSex,
  size: PetSize,
  birthDate: date('The day of birth.', '2024-05-01'),
  birthDatePrecision: DateParts,
  neutered: Type.Boolean({ description: 'Whether the animal is neutered or spayed.' }),
  vaccinated: Type.Boolean({ description: 'Whether the vaccinations are up to date.' }),
  houseTrained: Type.Boolean({ description: 'Whether the animal is house-trained.' }),
  specialNeeds: Type.Boolean({ description: 'Whether the animal needs special care.' }),
  goodWith: closedObject(
    { children: companion, dogs: companion, cats: companion },
    { description: 'Whom the animal gets along with. Missing members are unknown.' },
  ),
  tags: Type.Array(Tag, {
    description: 'Words to find the animal by, each once. They are sorted.',
    maxItems: maxTags,
    uniqueItems: true,
  }),
  location: textOf({ description: 'Where the animal is.', maxLength: 255, example: 'Foster home in Aachen' }),
  arrivedOn: date('When the animal arrived.', '2026-10-03'),
  fee: closedObject({ amountMinor, currency }, { description: 'What an adoption costs.' }),
  reference: Reference,
  attributes: Type.Unsafe<Record<string, string>>({
    ...attributes,
    additionalProperties: attributeText,
    maxProperties: maxAttributes,
  }),
});

export const Profile = Type.Object(fields, {
  $id: 'Profile',
  description:
    'What is known about an animal. Fields that are unknown are missing. Texts are stored unchanged; they have a visible ' +
    'character, and no control characters.',
});

export const ProfileDraft = closedObject(fields, {
  $id: 'ProfileDraft',
  description: 'A profile to store. `birthDatePrecision` defaults to `day`.',
});

/** The same fields in a merge patch, where each of them, and of the members of those that are objects, can be removed. */
function removable(properties: Record<string, TSchema>): Record<string, TSchema> {
  const changes = Object.entries(properties).map(([name, schema]) => {
    const { properties: members, description: meaning } = schema as {
      properties?: typeof properties;
      description: string;
    };
    const changed = members === undefined ? schema : closedObject(removable(members), { description: meaning });
    return [name, Type.Optional(nullable(changed))];
  });
  return Object.fromEntries(changes);
}

const changedAttributes = Type.Unsafe<Record<string, string | null>>({
  ...attributes,
  additionalProperties: nullable(attributeText),
  maxProperties: 2 * maxAttributes,
});

const changes = closedObject(removable({ ...fields, attributes: changedAttributes }), {
  $id: 'ProfileChanges',
  description:
    'The fields of a profile to change (RFC 7396): `null` removes a field, omitted fields keep their value. Members of ' +
    '`goodWith`, `fee` and `attributes` are changed one by one, `tags` as a whole.',
});

export const ProfileChanges = Type.Unsafe<ProfileChangesValue>(changes);
