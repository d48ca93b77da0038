import type { PeriodStatistics, StatisticsMatrix } from '../../client/index.ts';

/** What happened in a month, or in a year, to all animals or to a species. */
export interface Figures {
  readonly intakes: bigint;
  readonly outcomes: bigint;
  /** Adoptions, returns to owners and transfers. */
  readonly live: bigint;
  readonly euthanized: bigint;
  /** Left on a day that nobody knows: among no outcomes. */
  readonly unknownDay: bigint;
  readonly inCareAtEnd: bigint;
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

/** What the service says about a year, and about its months that have begun. */
export interface KnownYear {
  readonly statistics: PeriodStatistics | undefined;
  readonly months: readonly Month[];
}

/** The name of a species; empty for the others, and for those that are not known. */
export type SpeciesName = string;

const liveTypes: readonly (string | undefined)[] = ['adoption', 'return_to_owner', 'transfer_out'];

/** The figures of a month, or with a name of that species alone. */
export function figuresOf({ statistics, matrix }: Month, name?: SpeciesName): Figures {
  const species = matrix.species.filter((one) => name === undefined || (one.species ?? '') === name);
  const outcomes = species.flatMap((one) => one.outcomes);
  return {
    intakes: sum(species.flatMap(({ intakes }) => intakes)),
    outcomes: sum(outcomes),
    live: sum(outcomes.filter(({ type }) => liveTypes.includes(type))),
    euthanized: sum(outcomes.filter(({ type }) => type === 'euthanised')),
    unknownDay: species.reduce((all, { unknownOutcomeDay = 0n }) => all + unknownOutcomeDay, 0n),
    inCareAtEnd: species.reduce((all, { ending }) => all + ending, 0n),
    returned: name === undefined ? statistics.returned : undefined,
    medianDays: medianIn(statistics, name),
  };
}

/** The figures of a year, or with a name of that species alone. */
export function figuresOfYear({ statistics, months }: KnownYear, name?: SpeciesName): Figures {
  const figures = months.map((month) => figuresOf(month, name));
  const total = (member: 'intakes' | 'outcomes' | 'live' | 'euthanized' | 'unknownDay') =>
    figures.reduce((all, month) => all + month[member], 0n);
  return {
    intakes: total('intakes'),
    outcomes: total('outcomes'),
    live: total('live'),
    euthanized: total('euthanized'),
    unknownDay: total('unknownDay'),
    inCareAtEnd: figures.at(-1)?.inCareAtEnd ?? 0n,
    returned: name === undefined ? statistics?.returned : undefined,
    medianDays: statistics && medianIn(statistics, name),
  };
}

function medianIn({ stays }: PeriodStatistics, name: SpeciesName | undefined): bigint | undefined {
  const group = name === undefined ? stays : stays?.groups.find(({ species = '' }) => species === name);
  return group?.medianDays;
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
