import type { Profile } from '../../client/index.ts';
import { writeProfileCell } from '../../importer/export/write-cell.ts';
import { aboutFields, type ProfileField, profileFields } from '../../importer/profile-fields.ts';
import { formatDay, formatMoney } from '../lib/formats.ts';
import { texts } from '../texts/page-texts.ts';

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

/** A text of a field in an event as people write it. */
export function changedText(field: ProfileField, text: string): string {
  const { kind } = aboutFields[field];
  if (kind === 'flag') return texts.profiles.word(text === 'true' ? 'yes' : 'no');
  return kind === 'word' ? texts.profiles.word(text) : readably(field, text);
}

/** These are shown in ways of their own. */
const apart: readonly ProfileField[] = [
  'description',
  'tags',
  'videos',
  'attributes',
  'whereabouts',
  'holdUntil',
  'holdReason',
];
const shortFields = profileFields.filter((field) => !apart.includes(field));

export function fieldLabel(field: ProfileField): string {
  return texts.profiles.field(field, aboutFields[field].label);
}

export function factText(field: ProfileField, profile: Profile): string {
  const text = writeProfileCell(field, profile);
  const { kind } = aboutFields[field];
  return kind === 'word' || kind === 'flag' ? texts.profiles.word(text) : text;
}
