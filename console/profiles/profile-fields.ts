import {
  aboutFields,
  type ProfileField,
  profileFields,
  toLabel,
  writeProfileCell,
} from '../../client/import/profile-cells.ts';
import type { Profile } from '../../client/resources/profiles.ts';

/** What is known of an animal, in short texts: everything but the description and the tags. */
export function profileFacts(profile: Profile) {
  const facts = shortFields.map((field) => ({ label: aboutFields[field].label, text: factText(field, profile) }));
  const further = Object.entries(profile.attributes ?? {}).map(([label, text]) => ({ label, text }));
  return [...facts, ...further].filter(({ text }) => text !== '');
}

/** The description, the tags and the attributes are shown in ways of their own. */
const shortFields = profileFields.filter((field) => !['description', 'tags', 'attributes'].includes(field));

function factText(field: ProfileField, profile: Profile): string {
  const text = writeProfileCell(field, profile);
  return aboutFields[field].kind === 'word' ? toLabel(text) : text;
}
