import type { TimeZone } from '../../../contract/time-zone.ts';
import { speciesOfCategory } from '../../../importer/words/category-species.ts';
import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import { firstOfMonth } from '../../lib/timestamp.ts';
import type { StoreReader } from '../../store/statement.ts';
import { countStays, type StayCounts } from './count-rules.ts';
import type { AgeGroup, IntakeType, OutcomeType, StayCount, StayGrouping } from './model.ts';
import { type DayRange, type Period, startOf, step } from './rules.ts';

/** Months in one response by one of these, which keeps the counts of lengths of stay few. */
export const maxStayMonths = 24;
/** Species are free text: a response names those with the most animals, and counts the others as those without one. */
export const maxStaySpecies = 100;

/** How many animals came and left. */
interface StaySums {
  /** On the first day, before any came or left. */
  inCare: bigint;
  intakes: bigint;
  outcomes: bigint;
  /** Of those that came in these days: how many have left on an unknown day. Missing without any. */
  unknownOutcomeDay?: bigint;
  /** Of those that left and whose arrival is known. Of an even number, the lower one of the two in the middle. */
  medianDays?: bigint;
}

interface Stays extends StaySums {
  /** Each has the value that its animals have in common, unless that is not known. */
  groups: (Partial<StaySums> & {
    species?: string;
    ageGroup?: AgeGroup;
    intakeType?: IntakeType;
    outcomeType?: OutcomeType;
  })[];
}

/**
 * The stays in each month or year of a range.
 * @throws ServiceError `invalid_parameter` for another period, for one category, and for too many months
 */
export async function readStays(
  db: StoreReader,
  by: Period,
  { from, to }: DayRange,
  categoryId: bigint | undefined,
  grouping: StayGrouping,
  zone: TimeZone,
): Promise<Map<bigint, Stays>> {
  const refuse = (...fault: Parameters<typeof fieldError>) => invalidParameters([fieldError(...fault)]);
  if (by !== 'month' && by !== 'year') throw refuse('?by', 'month_or_year_with_group_by', grouping);
  if (categoryId !== undefined) throw refuse('?categoryId', 'not_with_group_by', grouping);
  if (firstOfMonth(from, maxStayMonths) < to) throw refuse('?from', 'months_before_to', maxStayMonths, grouping);
  const { counts, inCare } = nameCommonSpecies(await countStays(db, from, to, zone));
  const byPeriod = Map.groupBy(counts, ({ month }) => startOf(by, month));
  const stays = new Map<bigint, Stays>();
  for (let start = from; start < to; start = step(by, start, 1)) {
    const within = byPeriod.get(start) ?? [];
    const before = [...inCare.values()].reduce((sum, animals) => sum + animals, 0n);
    stays.set(start, { inCare: before, ...sumUp(within), groups: groupUp(within, grouping, inCare) });
    for (const { kind, species, animals } of within) {
      if (kind === 'length') continue;
      inCare.set(species, (inCare.get(species) ?? 0n) + (kind === 'intake' ? animals : -animals));
    }
  }
  return stays;
}

/** An animal without a species has the name of its category: `Dogs` and `Small dogs` count as `Dog`. */
export function nameCommonSpecies(stays: StayCounts): StayCounts {
  const oneName = (species: string) => speciesOfCategory(species) ?? species;
  const counts = stays.counts.map((count) => ({ ...count, species: oneName(count.species) }));
  const inCare = addUp([...stays.inCare].map(([species, before]) => [oneName(species), before]));
  const animals = new Map(inCare);
  for (const { kind, species, animals: came } of counts) {
    if (kind === 'intake') animals.set(species, (animals.get(species) ?? 0n) + came);
  }
  animals.delete('');
  const byAnimals = [...animals].sort((one, other) => Number(other[1] - one[1]) || byText(one, other));
  const common = new Set(byAnimals.slice(0, maxStaySpecies).map(([species]) => species));
  const nameOf = (species: string) => (common.has(species) ? species : '');
  return {
    counts: counts.map((count) => ({ ...count, species: nameOf(count.species) })),
    inCare: addUp([...inCare].map(([species, before]) => [nameOf(species), before])),
  };
}

function addUp(numbers: readonly (readonly [name: string, animals: bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, animals] of numbers) sums.set(name, (sums.get(name) ?? 0n) + animals);
  return sums;
}

function groupUp(counts: readonly StayCount[], grouping: StayGrouping, inCare: ReadonlyMap<string, bigint>) {
  if (grouping === 'species') {
    return speciesOf(counts, inCare).map(([species, ofSpecies, before]) => ({
      ...(species !== '' && { species }),
      inCare: before,
      ...sumUp(ofSpecies),
    }));
  }
  const kinds = { ageGroup: ['intake', 'outcome'], intakeType: ['intake'], outcomeType: ['outcome'] }[grouping];
  const nameOf = ({ ageGroup, type }: StayCount) => (grouping === 'ageGroup' ? ageGroup : type);
  return [
    ...Map.groupBy(
      counts.filter(({ kind }) => kinds.includes(kind)),
      nameOf,
    ),
  ]
    .sort(byText)
    .map(([value, ofValue]) => {
      const { intakes, outcomes } = sumUp(ofValue);
      const sums = { ...(kinds.includes('intake') && { intakes }), ...(kinds.includes('outcome') && { outcomes }) };
      return { ...(value !== '' && { [grouping]: value }), ...sums };
    });
}

export function speciesOf(counts: readonly StayCount[], inCare: ReadonlyMap<string, bigint>) {
  const bySpecies = Map.groupBy(counts, ({ species }) => species);
  return [...new Set([...bySpecies.keys(), ...inCare.keys()])]
    .map((species) => [species, bySpecies.get(species) ?? [], inCare.get(species) ?? 0n] as const)
    .filter(([, ofSpecies, before]) => ofSpecies.length > 0 || before !== 0n)
    .sort(byText);
}

export function byText([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number {
  return one < other ? -1 : 1;
}

function sumUp(counts: readonly StayCount[]) {
  const medianDays = medianOf(counts.filter(({ kind }) => kind === 'length'));
  return {
    intakes: countOf(counts, 'intake'),
    outcomes: countOf(counts, 'outcome'),
    ...unknownOf(counts),
    ...(medianDays !== undefined && { medianDays }),
  };
}

export function unknownOf(counts: readonly StayCount[]) {
  const unknownOutcomeDay = countOf(counts, 'unknown');
  return unknownOutcomeDay === 0n ? {} : { unknownOutcomeDay };
}

export function countOf(counts: readonly StayCount[], kind: StayCount['kind']): bigint {
  return counts.reduce((sum, count) => (count.kind === kind ? sum + count.animals : sum), 0n);
}

function medianOf(lengths: readonly StayCount[]): bigint | undefined {
  let left = (countOf(lengths, 'length') + 1n) / 2n;
  for (const { days, animals } of lengths.toSorted((one, other) => Number(one.days - other.days))) {
    left -= animals;
    if (left <= 0n) return days;
  }
  return undefined;
}
