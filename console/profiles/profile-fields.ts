import { aboutFields, type ProfileField, profileFields, writeProfileCell } from '../../client/import/profile-cells.ts';
import type { Profile } from '../../client/index.ts';
import { formatDay } from '../lib/days.ts';
import { formatMoney } from '../lib/numbers.ts';
import { pageTexts } from '../texts/page-texts.ts';

/** What is known of an animal, in short texts: everything but the description and the tags. What is plain needs its label alone. */
export function profileFacts(profile: Profile) {
  const facts = shortFields.map((field) => {
    const isPlain = aboutFields[field].kind === 'flag' && writeProfileCell(field, profile) === 'yes';
    return { label: fieldLabel(field), text: readably(field, factText(field, profile)), isPlain };
  });
  const further = Object.entries(profile.attributes ?? {}).map(([label, text]) => ({ label, text, isPlain: false }));
  return [...facts, ...further].filter(({ text }) => text !== '');
}

/** Days and amounts as people write them. */
function readably(field: ProfileField, text: string): string {
  if (text === '') return text;
  if (field === 'fee') return formatMoney(text);
  return aboutFields[field].kind === 'date' ? formatDay(text) : text;
}

/** These are shown in ways of their own. */
const apart: readonly ProfileField[] = ['description', 'tags', 'attributes', 'whereabouts', 'holdUntil', 'holdReason'];
const shortFields = profileFields.filter((field) => !apart.includes(field));

/** What people call a field. */
export function fieldLabel(field: ProfileField): string {
  return pageTexts.profiles.field(field, aboutFields[field].label);
}

/** What a profile says in a field. */
export function factText(field: ProfileField, profile: Profile): string {
  const text = writeProfileCell(field, profile);
  const { kind } = aboutFields[field];
  return kind === 'word' || kind === 'flag' ? pageTexts.profiles.word(text) : text;
}
