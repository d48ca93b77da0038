import type { Profile } from '../../client/types.gen.ts';
import { datePartLengths } from '../../contract/limits.ts';
import { decimalOf } from '../../contract/money.ts';
import type { ProfileField } from '../profile-fields.ts';
import { aboutFields, isMember } from '../profile-fields.ts';

/** The text of a field, which an import reads as the same; empty where the profile does not have it. */
export function writeProfileCell(field: ProfileField, profile: Profile): string {
  if (isMember(field)) {
    const { member } = aboutFields[field];
    return flagText(member && profile.goodWith?.[member]);
  }
  switch (field) {
    case 'birthDate':
      return (profile.birthDate ?? '').slice(0, datePartLengths[profile.birthDatePrecision ?? 'day']);
    case 'tags':
      return tagsText(profile.tags ?? []);
    case 'fee':
      return profile.fee === undefined ? '' : `${decimalOf(profile.fee)} ${profile.fee.currency}`;
    case 'attributes':
      return profile.attributes === undefined ? '' : JSON.stringify(profile.attributes);
    case 'videos':
      return (profile.videos ?? []).join(' ');
    default: {
      const value = profile[field];
      return typeof value === 'boolean' ? flagText(value) : (value ?? '');
    }
  }
}

function flagText(value: boolean | undefined): string {
  return value === undefined ? '' : value ? 'yes' : 'no';
}

export const tagSeparators = /[,;|]/;

/** Tags that would be read otherwise are written as JSON: with a separator, blanks around them, or like JSON. */
function tagsText(tags: readonly string[]): string {
  const isPlain = (tag: string) => !tagSeparators.test(tag) && tag === tag.trim() && !tag.startsWith('[');
  return tags.every(isPlain) ? tags.join(', ') : JSON.stringify(tags);
}
