import { type TSchema, Type } from 'typebox';
import { declaredFields } from '../../../contract/profile-fields.ts';
import { closedObject, nullable, optional } from '../../api/schemas.ts';
import {
  fieldNames,
  type ProfileChanges as ProfileChangesValue,
  type Profile as ProfileValue,
} from '../../record/shapes/profile-model.ts';
import { attributesOf, attributeText, schemaOf } from '../../record/shapes/profile-schemas.ts';

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

const changedAttributes = attributesOf(nullable(attributeText), 2 * declaredFields.attributes.maxItems);

export const ProfileChanges = Type.Unsafe<ProfileChangesValue>(
  closedObject(removable({ ...fields, attributes: changedAttributes }), {
    $id: 'ProfileChanges',
    description:
      'The fields of a profile to change (RFC 7396): `null` removes a field, omitted fields keep their value. Members of ' +
      '`goodWith`, `fee` and `attributes` are changed one by one, `tags` and `videos` as a whole.',
  }),
);
