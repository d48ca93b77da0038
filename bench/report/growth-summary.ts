import type { GrowthOutcome, Lap, Round } from '../outcome.ts';
import { type Verdict, whole } from './format.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** One load at one size. */
export interface GrowthRow {
  readonly load: string;
  readonly animals: number;
  readonly requestsPerSecond: Spread | undefined;
  readonly requestsPerCpuSecond: Compared;
  readonly latencyP50Ms: Compared;
  readonly latencyP99Ms: Compared;
  readonly generatorCpuShare: Spread | undefined;
  readonly otherCpuShare: Spread | undefined;
}

/** A figure, and how fast that is beside the first size in the same lap: 1 is as fast, less is slower. */
export interface Compared {
  readonly spread: Spread | undefined;
  readonly speedRatio: Spread | undefined;
}

export interface GrowthSize {
  readonly animals: number;
  readonly databaseBytes: number;
  readonly startedInMs: Spread | undefined;
  /** Under all loads, one after the other. */
  readonly peakMemoryBytes: Spread | undefined;
}

export interface GrowthSummary {
  readonly rows: readonly GrowthRow[];
  readonly sizes: readonly GrowthSize[];
  readonly verdicts: readonly Verdict[];
  readonly errors: Readonly<Record<string, number>>;
}

export function summarizeGrowth({ scenario, sizes }: GrowthOutcome): GrowthSummary {
  const rows = scenario.loads.flatMap(({ name }, load) =>
    sizes.map(({ animals, laps }) =>
      rowOf(name, animals, columnsOf(laps, load), columnsOf(sizes[0]?.laps ?? [], load)),
    ),
  );
  const sizeRows = sizes.map(({ animals, databaseBytes, laps }) => ({
    animals,
    databaseBytes,
    startedInMs: spreadOf(laps.map((lap) => lap.startedInMs)),
    peakMemoryBytes: spreadOf(laps.map(({ rounds }) => rounds.at(-1)?.peakMemoryBytes ?? null)),
  }));
  return {
    rows,
    sizes: sizeRows,
    verdicts: [
      ...scenario.loads.flatMap(({ name }) =>
        speedVerdicts(
          rows.filter(({ load }) => load === name),
          scenario,
        ),
      ),
      ...sizeRows.slice(-1).flatMap((row) => sizeVerdicts(row, scenario)),
    ],
    errors: errorsOf(sizes.flatMap(({ laps }) => laps.flatMap(({ rounds }) => rounds))),
  };
}

/** The rounds with one load, lap by lap. */
function columnsOf(laps: readonly Lap[], load: number): (key: NumberKey) => (number | null)[] {
  return (key) => laps.map(({ rounds }) => rounds[load]?.[key] ?? null);
}

type Columns = ReturnType<typeof columnsOf>;
type NumberKey = { [Key in keyof Round]: Round[Key] extends number | null ? Key : never }[keyof Round];

function rowOf(load: string, animals: number, own: Columns, first: Columns): GrowthRow {
  const rate = (key: NumberKey) => ({ spread: spreadOf(own(key)), speedRatio: ratioOf(own(key), first(key)) });
  // A latency that is twice as long is half the speed.
  const latency = (key: NumberKey) => ({ spread: spreadOf(own(key)), speedRatio: ratioOf(first(key), own(key)) });
  return {
    load,
    animals,
    requestsPerSecond: spreadOf(own('requestsPerSecond')),
    requestsPerCpuSecond: rate('requestsPerCpuSecond'),
    latencyP50Ms: latency('latencyP50Ms'),
    latencyP99Ms: latency('latencyP99Ms'),
    generatorCpuShare: spreadOf(own('generatorCpuShare')),
    otherCpuShare: spreadOf(own('otherCpuShare')),
  };
}

const figures = [
  ['requests per CPU second', 'requestsPerCpuSecond'],
  ['p50', 'latencyP50Ms'],
  ['p99', 'latencyP99Ms'],
] as const;

/** One for each figure of a load: its slowest size decides. */
function speedVerdicts(rows: readonly GrowthRow[], { goals, sizes: [first] }: GrowthOutcome['scenario']): Verdict[] {
  return figures.flatMap(([name, key]) => {
    const ratios = rows.flatMap((row) => {
      const median = row[key].speedRatio?.median;
      return row.animals === first || median === undefined ? [] : [{ median, row }];
    });
    const [slowest] = ratios.sort((one, other) => one.median - other.median);
    if (slowest === undefined) return [];
    const { median, row } = slowest;
    const speed = `${median.toFixed(2)} times as fast at ${whole(row.animals)} as at ${whole(first)}`;
    const text = `${row.load}, ${name}: ${speed}, wanted at least ${goals.ratioAtLeast}`;
    return [{ text, isReached: median >= goals.ratioAtLeast }];
  });
}

function sizeVerdicts(size: GrowthSize, { goals }: GrowthOutcome['scenario']): Verdict[] {
  const { animals, startedInMs, peakMemoryBytes } = size;
  const peakMiB = peakMemoryBytes && peakMemoryBytes.max / 1024 ** 2;
  return [
    ...(peakMiB === undefined
      ? []
      : [
          {
            text: `peak memory at ${whole(animals)}: ${whole(peakMiB)} MiB, wanted below ${goals.peakMemoryMiBBelow} MiB`,
            isReached: peakMiB < goals.peakMemoryMiBBelow,
          },
        ]),
    ...(startedInMs === undefined
      ? []
      : [
          {
            text: `start at ${whole(animals)}: ${whole(startedInMs.median)} ms, wanted below ${goals.startMsBelow} ms`,
            isReached: startedInMs.median < goals.startMsBelow,
          },
        ]),
  ];
}

function errorsOf(rounds: readonly Round[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { errors } of rounds) {
    for (const [name, number] of Object.entries(errors)) totals[name] = (totals[name] ?? 0) + number;
  }
  return totals;
}
