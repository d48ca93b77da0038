import { type TSchema, Type } from 'typebox';
import { chipPattern, cleanChip } from '../../../contract/microchip.ts';
import { declaredFields, type FieldDeclaration } from '../../../contract/profile-fields.ts';
import {
  cleaning,
  closedObject,
  date,
  oneOf,
  optional,
  patternMeaning,
  publishedPattern,
  textOf,
} from '../../api/schemas.ts';
import type { FieldName, Profile } from './profile-model.ts';

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
  [patternMeaning]: 'currency_code',
  description: 'The code of the currency (ISO 4217).',
  examples: ['EUR'],
});
const { tags, attributes } = declaredFields;
export const Tag = textOf({ maxLength: tags.maxLength, example: tags.example });
export const attributeText = textOf({ maxLength: attributes.maxLength, example: '4.2 kg' });

export function attributesOf(text: TSchema, maxProperties: number): TSchema {
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

const chip = {
  minLength: 9,
  pattern: chipPattern,
  [publishedPattern]: '^[0-9A-Za-z -]+$',
  [patternMeaning]: 'chip',
  [cleaning]: cleanChip,
};
const linkOf = ({ maxLength, example }: { maxLength: number; example: string }) =>
  Type.String({
    format: 'uri',
    maxLength,
    pattern: '^https://[^\\s/?#@\\\\\\u0000-\\u001f\\u007f]+(?:[/?#][^\\s\\\\\\u0000-\\u001f\\u007f]*)?$',
    [patternMeaning]: 'https_address',
    examples: [example],
  });

/** The schema of a field. */
export function schemaOf<Name extends FieldName>(name: Name) {
  return Type.Unsafe<Required<Profile>[Name]>(schemaOfKind(declaredFields[name]));
}

function schemaOfKind(field: FieldDeclaration): TSchema {
  const { description = '' } = field;
  switch (field.kind) {
    case 'text':
      return field.isChip ? { ...textOf(field), ...chip } : textOf(field);
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
    case 'links':
      return Type.Array(linkOf(field), { description, maxItems: field.maxItems, uniqueItems: true });
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
