import type { Profile, ProfileChanges } from '../../client/index.ts';
import type { ToldFault } from '../../contract/faults.ts';
import { writeProfileCell } from '../../importer/export/write-cell.ts';
import { readFee } from '../../importer/map/fees.ts';
import { readProfileCell } from '../../importer/map/read-cell.ts';
import { aboutFields, type ProfileField, profileFields } from '../../importer/profile-fields.ts';
import type { FieldErrors } from '../lib/mutations.ts';
import { texts } from '../texts/page-texts.ts';

/** The fields of the form as texts. `attributes` has a line `name: text` for each. */
export type ProfileTexts = Readonly<Record<ProfileField, string>>;

export function profileTexts(profile: Profile): ProfileTexts {
  const texts = profileFields.map((field) => [field, toText(field, profile)] as const);
  return Object.fromEntries(texts) as ProfileTexts;
}

function toText(field: ProfileField, profile: Profile): string {
  if (field === 'videos') return (profile.videos ?? []).join('\n');
  if (field !== 'attributes') return writeProfileCell(field, profile);
  return Object.entries(profile.attributes ?? {})
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** What the form changes of the profile that it began with, or why it cannot be understood. */
type ReadForm = { readonly changes: ProfileChanges } | { readonly errors: FieldErrors };

/** Only fields whose text was changed, so that what others change meanwhile stays. */
export function readForm(seen: Profile, typed: ProfileTexts): ReadForm {
  const before = profileTexts(seen);
  const errors: Record<string, string> = {};
  let changes: ProfileChanges = {};
  for (const field of profileFields) {
    if (typed[field] === before[field]) continue;
    const read = readText(field, typed[field]);
    if ('detail' in read) errors[field] = texts.profiles.fault(read);
    else changes = { ...changes, ...changesOf(field, read, seen, changes) };
  }
  return Object.keys(errors).length > 0 ? { errors } : { changes };
}

/** The same texts with the currency at an amount that has none. */
export function withCurrency<Texts extends Pick<ProfileTexts, 'fee'>>(
  typed: Texts,
  currency: string | undefined,
): Texts {
  if (currency === undefined || !isWithoutCurrency(typed.fee)) return typed;
  const fee = readFee(typed.fee.trim(), currency);
  return 'refused' in fee ? typed : { ...typed, fee: writeProfileCell('fee', { fee }) };
}

export function isWithoutCurrency(text: string): boolean {
  const read = readProfileCell('fee', text);
  return 'reason' in read && read.reason === 'no_currency';
}

/** The text of a field as it stands in the form once it is saved. */
export function normalText(field: ProfileField, text: string): string {
  const read = readText(field, text);
  return 'detail' in read ? text : toText(field, read);
}

function readText(field: ProfileField, text: string): Profile | ToldFault {
  return field === 'attributes' ? readLines(text) : readProfileCell(field, text);
}

/** The changes by which one field gets the value that was read; without a value it is removed. */
function changesOf(field: ProfileField, read: Profile, seen: Profile, others: ProfileChanges): ProfileChanges {
  const { member } = aboutFields[field];
  if (member !== undefined) return { goodWith: { ...others.goodWith, [member]: read.goodWith?.[member] ?? null } };
  switch (field) {
    case 'birthDate':
      return { birthDate: read.birthDate ?? null, birthDatePrecision: read.birthDatePrecision ?? null };
    case 'attributes': {
      const removed = Object.keys(seen.attributes ?? {}).map((name) => [name, null] as const);
      return { attributes: { ...Object.fromEntries(removed), ...read.attributes } };
    }
    default:
      return { [field]: read[field as keyof Profile] ?? null };
  }
}

function readLines(text: string): Profile | ToldFault {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const attributes = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const;
  });
  if (attributes.some(([name, value]) => name === '' || value === ''))
    return { detail: texts.profiles.attributesFault };
  return attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) };
}
