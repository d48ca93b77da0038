import type { Random } from '../../../cli/demo/seeded-random.ts';
import type { Stay } from './model.ts';
import { dayMs } from './simulation.ts';

export const species = ['Dog', 'Cat', 'Rabbit', 'Bird', 'Guinea pig'];
export const categories = 40;
const intakeTypes = ['stray', 'owner_surrender', 'transfer_in', 'born_here', 'seized', 'other'];
const sites = Array.from({ length: 12 }, (_, index) => `Site ${index + 1}`);

/** How an animal has left. */
export type End = Required<Pick<Stay, 'leftOn' | 'outcomeType'>>;

/** An animal that comes, as a client sends it, and what the statistics must say of it. */
export function inventArrival(random: Random, number: number, arrivedOn: number, end?: End) {
  const hasBirth = random.chance(0.8);
  const isBirthYear = hasBirth && random.chance(0.3);
  const born = arrivedOn - Math.floor(random.next() ** 2 * 3_000);
  const birth = isBirthYear ? Math.floor(Date.UTC(new Date(born * dayMs).getUTCFullYear(), 0, 1) / dayMs) : born;
  const stay: Stay = {
    species: random.pick(species),
    birth: hasBirth ? birth : undefined,
    isBirthYear,
    arrivedOn,
    intakeType: random.chance(0.95) ? random.pick(intakeTypes) : undefined,
    ...end,
  };
  const { intakeType } = stay;
  const categoryId = random.integer(1, categories);
  const profile = {
    species: stay.species,
    breed: `Breed ${random.integer(1, 60)}`,
    sex: random.pick(['female', 'male', 'unknown']),
    arrivedOn: dateOf(arrivedOn),
    location: random.pick(sites),
    reference: `R-${number}`,
    tags: [`tag ${random.integer(1, 30)}`, 'calm'],
    description: `It likes ${random.pick(['walks', 'naps', 'people'])} and is ${'very '.repeat(random.integer(5, 40))}kind.`,
    ...(hasBirth && { birthDate: dateOf(birth), birthDatePrecision: isBirthYear ? 'year' : 'day' }),
    ...(intakeType !== undefined && { intakeType }),
    ...(end !== undefined && { outcomeOn: dateOf(end.leftOn), outcomeType: end.outcomeType }),
  };
  const status = end === undefined ? ('available' as const) : ('sold' as const);
  return { name: `Animal ${number}`, categoryId, status, profile, stay };
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
