import type { PetListing } from '../../client/index.ts';
import { type Age, ageAt } from '../../contract/age.ts';
import { dayMs } from '../../contract/limits.ts';
import { locale, texts } from '../texts/texts.ts';
import { publicStatuses } from './environment.ts';
import { dayOf, formatDay } from './formats.ts';

export type Animal = PetListing;

const unit = (name: Age['unit']) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' });
const units = { year: unit('year'), month: unit('month'), week: unit('week'), day: unit('day') };

/** What is known of an animal, in the order in which it tells the animal from others: “Siamese mix · female · 9 years · Kennel 7”. */
export function describeAnimal(animal: Animal, now: Date): string {
  return [tellWho(animal, now), tellWhere(animal, now)].filter(Boolean).join(' · ');
}

export function tellWho({ category, profile }: Animal, now: Date): string {
  const { breed, species, sex, birthDate, birthDatePrecision = 'day' } = profile;
  const age = birthDate === undefined ? undefined : ageAt(now, new Date(birthDate), birthDatePrecision);
  const facts = [
    breed ?? species ?? category.name,
    sex === undefined || sex === 'unknown' ? undefined : texts.sexes[sex],
    age && units[age.unit].format(age.count),
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

export function tellWhere({ profile }: Animal, now: Date): string {
  const { location, whereabouts, holdUntil } = profile;
  const facts = [
    location,
    whereabouts === undefined || whereabouts === 'shelter' ? undefined : texts.whereabouts[whereabouts],
    isOnHold(profile, now) && holdUntil ? texts.heldUntil(formatDay(holdUntil)) : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

/** Whether visitors do not see an animal today. */
export function isOnHold({ holdUntil }: Animal['profile'], now: Date): boolean {
  return holdUntil !== undefined && holdUntil >= now.toISOString().slice(0, 10);
}

export function isPublic({ status, profile }: Animal, now: Date): boolean {
  const { outcomeType = 'adoption' } = profile;
  return publicStatuses.includes(status) && !isOnHold(profile, now) && outcomeType === 'adoption';
}

/** How long an animal that has no home yet has been here; `undefined` where that is not known. */
export function timeHere({ status, profile, createdAt }: Animal, now: Date): string | undefined {
  const arrived = profile.arrivedOn ?? createdAt;
  if (status === 'sold' || arrived === undefined) return undefined;
  const day = arrived.length === 10 ? arrived : dayOf(Date.parse(arrived));
  const days = (now.getTime() - Date.parse(day)) / dayMs;
  return days < 1 ? texts.lib.today : units.day.format(days);
}
