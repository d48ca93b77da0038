import type { Listing } from '../animals/listings/model.ts';
import {
  companions,
  type FieldName,
  fieldsOf,
  internalFields,
  type NameOf,
  type Profile,
} from '../record/shapes/profile-model.ts';
import type { Language } from './language.ts';

/** A name and what there is to say. */
export type AnimalFact = readonly [label: string, text: string];

/** A time as RFC 3339 has it. */
export function isoTime(epochMs: bigint): string {
  return new Date(Number(epochMs)).toISOString();
}

/** The few words under a name: breed or kind, age, sex. */
export function summaryOf({ profile, category }: Listing, language: Language, today: bigint): string {
  const { messages } = language;
  const { breed, species, sex } = profile;
  // A number stays with its unit.
  const age = ageOf(profile, language, today)?.replaceAll(' ', '\u00a0');
  const parts = [breed ?? species ?? category.name, age];
  if (sex !== undefined && sex !== 'unknown') parts.push(messages.sexes[sex]);
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The fields that stand elsewhere on the page, and those that are for staff. */
const notFacts = ['description', 'birthDatePrecision', ...internalFields] as const;
type NotFact = (typeof notFacts)[number];
const isFact = <Name extends FieldName>(name: Name): name is Exclude<Name, NotFact> =>
  !notFacts.some((other) => other === name);

/** The fields that are a name and a value. */
const namedFacts = fieldsOf('text', 'word', 'date', 'fee').filter(isFact);
type FactName = (typeof namedFacts)[number];
/** What people ask first comes first. */
const first = ['species', 'breed', 'age', 'birthDate', 'sex', 'size'] as const;
const factNames = new Set([...first, ...namedFacts]);

/** What is known about an animal, as far as it is a name and a value. */
export function factsOf(listing: Listing, language: Language, today: bigint): AnimalFact[] {
  return [...factNames].flatMap((name) => {
    const text = name === 'age' ? ageOf(listing.profile, language, today) : factText(name, listing, language);
    return text === undefined ? [] : [[language.messages[name], text] as const];
  });
}

function factText(name: FactName, { profile, category }: Listing, language: Language): string | undefined {
  const { messages, date, money } = language;
  const { birthDatePrecision = 'day', sex, size, fee } = profile;
  switch (name) {
    case 'species':
      return profile.species ?? category.name;
    case 'sex':
      return sex === 'unknown' ? undefined : sex && messages.sexes[sex];
    case 'size':
      return size && messages.sizes[size];
    case 'fee':
      return fee && (fee.amountMinor === 0n ? messages.noFee : money(fee));
    default: {
      const value = profile[name satisfies NameOf<'text' | 'date'>];
      return typeof value === 'bigint' ? date(value, name === 'birthDate' ? birthDatePrecision : 'day') : value;
    }
  }
}

/** What is known about health and habits, each as a phrase. */
export function marksOf(profile: Profile, { messages }: Language): string[] {
  const negative: Partial<Record<NameOf<'flag'>, string>> = messages.not;
  return fieldsOf('flag')
    .filter(isFact)
    .flatMap((name) => {
      const is = profile[name];
      return is ? messages[name] : (is === false && negative[name]) || [];
    });
}

/** Whom an animal gets along with, as far as it is known. */
export function companyOf({ goodWith = {} }: Profile, { messages }: Language): string[] {
  return companions.flatMap((whom) => {
    const is = goodWith[whom];
    if (is === undefined) return [];
    return is ? messages.goodWithWhom(messages.company[whom]) : messages.notGoodWith(messages.company[whom]);
  });
}

function ageOf(
  { birthDate, birthDatePrecision = 'day' }: Profile,
  language: Language,
  today: bigint,
): string | undefined {
  return birthDate === undefined ? undefined : language.age(birthDate, birthDatePrecision, today);
}
