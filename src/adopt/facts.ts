import type { Listing } from '../catalogue/listings/model.ts';
import type { Profile } from '../catalogue/profiles/model.ts';
import type { Language } from './language.ts';
import { company } from './list-query.ts';

/** A name and what there is to say. */
export type AnimalFact = readonly [label: string, text: string];

const dayMs = 86_400_000n;

/** The day of a time, as days since 1970-01-01. */
export function dayOf(epochMs: bigint): bigint {
  return epochMs / dayMs;
}

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

/** What is known about an animal, as far as it is a name and a value. */
export function factsOf(listing: Listing, language: Language, today: bigint): AnimalFact[] {
  const { profile, category } = listing;
  const { messages, date, money } = language;
  const { birthDate, birthDatePrecision = 'day', sex, size, arrivedOn, fee } = profile;
  const facts: (readonly [label: string, text: string | undefined])[] = [
    [messages.species, profile.species ?? category.name],
    [messages.breed, profile.breed],
    [messages.age, ageOf(profile, language, today)],
    [messages.born, birthDate === undefined ? undefined : date(birthDate, birthDatePrecision)],
    [messages.sex, sex === 'unknown' ? undefined : sex && messages.sexes[sex]],
    [messages.size, size && messages.sizes[size]],
    [messages.color, profile.color],
    [messages.coat, profile.coat],
    [messages.location, profile.location],
    [messages.arrived, arrivedOn === undefined ? undefined : date(arrivedOn, 'day')],
    [messages.fee, fee && (fee.amountMinor === 0n ? messages.noFee : money(fee))],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}

/** What is known about health and habits, each as a phrase. */
export function marksOf(profile: Profile, { messages }: Language): string[] {
  const phrases = [
    [profile.neutered, messages.neutered, messages.notNeutered],
    [profile.vaccinated, messages.vaccinated, messages.notVaccinated],
    [profile.houseTrained, messages.houseTrained, messages.notHouseTrained],
    [profile.specialNeeds === true ? true : undefined, messages.specialNeeds, ''],
  ] as const;
  return phrases.flatMap(([is, yes, no]) => (is === undefined ? [] : is ? yes : no));
}

/** Whom an animal gets along with, as far as it is known. */
export function companyOf({ goodWith = {} }: Profile, { messages }: Language): string[] {
  return company.flatMap((whom) => {
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
