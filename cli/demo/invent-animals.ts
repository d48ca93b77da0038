import { dayMs } from '../../src/lib/timestamp.ts';
import type { Profile } from '../../src/record/shapes/profile-model.ts';
import type { Random } from './seeded-random.ts';
import { arrivals, characters, locations, names, type SpeciesPlan, species } from './species.ts';

export interface DemoAnimal {
  species: SpeciesPlan;
  /** Epoch milliseconds. */
  arrivedAt: number;
  name: string;
  profile: Profile;
}

/** Invents an animal that arrives at this time. The number makes its reference. */
export function inventAnimal(random: Random, arrivedAt: number, number: number): DemoAnimal {
  const kind = pickSpecies(random);
  const color = random.pick(kind.colors);
  const [breed, size] = random.pick(kind.breeds);
  const name = random.pick(names);
  const today = Math.floor(arrivedAt / dayMs);
  const isKnown = random.chance(0.7);
  const bornOn = today - random.integer(70, kind.maxAgeYears * 365);
  const [least, most] = kind.feeCents;
  const weights = kind.weights[size];
  const isCatOrDog = kind.name === 'Dog' || kind.name === 'Cat';
  const goodWith = {
    ...(random.chance(0.7) && { children: random.chance(0.75) }),
    ...(isCatOrDog && random.chance(0.7) && { dogs: random.chance(0.6) }),
    ...(isCatOrDog && random.chance(0.7) && { cats: random.chance(0.55) }),
  };
  const [arrival, intakeType] = random.pick(arrivals);
  const tags = kind.tags.filter(() => random.chance(0.3)).toSorted();
  const profile: Profile = {
    description: `${name} ${arrival}. ${name} ${random.pick(characters)}.`,
    species: kind.name,
    breed,
    color,
    ...(kind.coatLengths.length > 0 && { coat: random.pick(kind.coatLengths) }),
    sex: random.pick(['female', 'male']),
    size,
    birthDate: BigInt(isKnown ? bornOn : yearOf(bornOn)),
    birthDatePrecision: isKnown ? 'day' : 'year',
    ...(kind.name !== 'Bird' && { neutered: random.chance(0.7) }),
    vaccinated: random.chance(0.85),
    ...(kind.name === 'Dog' && { houseTrained: random.chance(0.8) }),
    ...(random.chance(0.08) && { specialNeeds: true }),
    ...(Object.keys(goodWith).length > 0 && { goodWith }),
    ...(tags.length > 0 && { tags }),
    location: random.pick(locations),
    arrivedOn: BigInt(today),
    intakeType,
    fee: { amountMinor: BigInt(Math.round(random.integer(least, most) / 500) * 500), currency: 'EUR' },
    reference: `D-${String(number).padStart(4, '0')}`,
    ...(weights && { attributes: { weight: `${(random.integer(...weights) / 10).toFixed(1)} kg` } }),
  };
  return { species: kind, arrivedAt, name, profile };
}

function pickSpecies(random: Random): SpeciesPlan {
  const tickets = species.flatMap((one) => Array.from({ length: one.share }, () => one));
  return random.pick(tickets);
}

function yearOf(day: number): number {
  return Date.UTC(new Date(day * dayMs).getUTCFullYear(), 0, 1) / dayMs;
}
