import { type TSchema, Type } from 'typebox';
import { declaredFields, type FieldDeclaration } from '../../../contract/profile-fields.ts';
import { closedObject, date, nullable, oneOf, optional, patternMeaning, textOf } from '../../api/schemas.ts';
import {
  type FieldName,
  fieldNames,
  type ProfileChanges as ProfileChangesValue,
  type Profile as ProfileValue,
} from './model.ts';

const amountMinor = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  description: 'The amount in the smallest unit of the currency, such as cents.',
  examples: [12_500],
});
export const currency = Type.String({
  minLength: 3,
  maxLength: 3,
  pattern: '^[A-Z]{3}$',
  [patternMeaning]: 'must be a code of three capital letters, such as EUR',
  description: 'The code of the currency (ISO 4217).',
  examples: ['EUR'],
});
const { tags, attributes } = declaredFields;
export const Tag = textOf({ maxLength: tags.maxLength, example: tags.example });
const attributeText = textOf({ maxLength: attributes.maxLength, example: '4.2 kg' });

function attributesOf(text: TSchema, maxProperties: number): TSchema {
  const { maxItems, maxNameLength, maxLength } = attributes;
  return Type.Unsafe({
    type: 'object',
    propertyNames: textOf({ maxLength: maxNameLength }),
    description:
      `Further facts by their names: up to ${maxItems}, with names of up to ${maxNameLength} and texts of up to ${maxLength} ` +
      'characters, in no particular order.',
    examples: [{ weight: '4.2 kg' }],
    additionalProperties: text,
    maxProperties,
  });
}

/** The schema of a field. */
export function schemaOf<Name extends FieldName>(name: Name) {
  return Type.Unsafe<Required<ProfileValue>[Name]>(schemaOfKind(declaredFields[name]));
}

function schemaOfKind(field: FieldDeclaration): TSchema {
  const { description = '' } = field;
  switch (field.kind) {
    case 'text':
      return textOf(field);
    case 'word':
      return oneOf(field.words, { $id: field.component, description });
    case 'date':
      return date(description, field.example);
    case 'flag':
      return Type.Boolean({ description });
    case 'flags': {
      const members = field.members.map((name) => [name, Type.Boolean()] as const);
      return closedObject(optional(Object.fromEntries(members)), { description });
    }
    case 'tags':
      return Type.Array(Tag, { description, maxItems: field.maxItems, uniqueItems: true });
    case 'fee':
      return closedObject({ amountMinor, currency }, { description });
    case 'attributes':
      return attributesOf(attributeText, field.maxItems);
  }
}

export const PetSex = schemaOf('sex');
export const PetSize = schemaOf('size');
export const Species = schemaOf('species');
export const Reference = schemaOf('reference');

const fields = optional(Object.fromEntries(fieldNames.map((name) => [name, schemaOf(name)])));

export const Profile = Type.Unsafe<ProfileValue>(
  Type.Object(fields, {
    $id: 'Profile',
    description:
      'What is known about an animal. Fields that are unknown are missing. Texts are stored unchanged; they have a visible ' +
      'character, and no control characters.',
  }),
);

export const ProfileDraft = Type.Unsafe<ProfileValue>(
  closedObject(fields, {
    $id: 'ProfileDraft',
    description: 'A profile to store. `birthDatePrecision` defaults to `day`.',
  }),
);

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

const changedAttributes = attributesOf(nullable(attributeText), 2 * attributes.maxItems);

export const ProfileChanges = Type.Unsafe<ProfileChangesValue>(
  closedObject(removable({ ...fields, attributes: changedAttributes }), {
    $id: 'ProfileChanges',
    description:
      'The fields of a profile to change (RFC 7396): `null` removes a field, omitted fields keep their value. Members of ' +
      '`goodWith`, `fee` and `attributes` are changed one by one, `tags` as a whole.',
  }),
);
