import type { PeriodStatistics, StatisticsMatrix } from '../../client/index.ts';

/** What happened in a month, or in a year, to all animals or to a species. */
export interface Figures {
  readonly intakes: bigint;
  readonly outcomes: bigint;
  /** Adoptions, returns to owners and transfers. */
  readonly live: bigint;
  readonly euthanized: bigint;
  /** Missing for a species, of which nobody has counted it. */
  readonly returned?: bigint | undefined;
  /** Days; missing where it is not known. */
  readonly medianDays?: bigint | undefined;
}

/** What the service says about a month. */
export interface Month {
  readonly statistics: PeriodStatistics;
  readonly matrix: StatisticsMatrix;
}

/** The name of a species; empty for the others, and for those that are not known. */
export type SpeciesName = string;

const liveTypes: readonly (string | undefined)[] = ['adoption', 'return_to_owner', 'transfer_out'];

/** The figures of a month, or with a name of that species alone. */
export function figuresOf({ statistics, matrix }: Month, name?: SpeciesName): Figures {
  const species = matrix.species.filter((one) => name === undefined || (one.species ?? '') === name);
  const outcomes = species.flatMap((one) => one.outcomes);
  const { stays } = statistics;
  const median = name === undefined ? stays : stays?.groups.find((group) => (group.species ?? '') === name);
  return {
    intakes: sum(species.flatMap(({ intakes }) => intakes)),
    outcomes: sum(outcomes),
    live: sum(outcomes.filter(({ type }) => liveTypes.includes(type))),
    euthanized: sum(outcomes.filter(({ type }) => type === 'euthanised')),
    returned: name === undefined ? statistics.returned : undefined,
    medianDays: median?.medianDays,
  };
}

/** The figures of several months together, of which nobody has counted the median. */
export function together(months: readonly Figures[]): Figures {
  const total = (member: 'intakes' | 'outcomes' | 'live' | 'euthanized') =>
    months.reduce((all, month) => all + month[member], 0n);
  const isCounted = months.every(({ returned }) => returned !== undefined);
  return {
    intakes: total('intakes'),
    outcomes: total('outcomes'),
    live: total('live'),
    euthanized: total('euthanized'),
    returned: isCounted ? months.reduce((all, { returned = 0n }) => all + returned, 0n) : undefined,
  };
}

/** The species of some months, by name. The others come last. */
export function speciesOf(months: readonly Month[]): SpeciesName[] {
  const names = new Set(months.flatMap(({ matrix }) => matrix.species.map(({ species = '' }) => species)));
  return [...names].sort((one, other) => Number(one === '') - Number(other === '') || one.localeCompare(other));
}

/** The share of live outcomes, from 0 to 1, among all, or by the Asilomar Accords without those that died. */
export function liveRelease({ live, outcomes, euthanized }: Figures, rule: 'all' | 'asilomar'): number | undefined {
  const among = rule === 'all' ? outcomes : live + euthanized;
  return among === 0n ? undefined : Number(live) / Number(among);
}

function sum(cells: readonly { readonly animals: bigint }[]): bigint {
  return cells.reduce((all, { animals }) => all + animals, 0n);
}
