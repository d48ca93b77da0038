/** `first` is the first variant, or the second minute of a steady load, when caches are full. */
export type Yardstick = 'limit' | 'reading limit' | 'best peer' | 'first';

interface Column {
  readonly title: string;
  readonly show: (value: number) => string;
  /** Between which values the median lies, too. */
  readonly hasRange?: boolean;
  /** The highest of all rounds instead of their median. */
  readonly isPeak?: boolean;
  /** Shown for a steady load alone; the results file has it of all. */
  readonly isOfSteady?: boolean;
  /** Shown in a bill, which leaves out all others. */
  readonly isOfBill?: boolean;
  /** Followed by the ratio to these, where there are any. */
  readonly of?: readonly Yardstick[];
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const decimals = (value: number) => value.toFixed(2);
const mebibytes = (value: number) => value.toFixed(value < 10 ? 1 : 0);
export const percent = (value: number) => `${Math.round(100 * value)} %`;

/** What is measured in each round, in the order of the table. A column in which nothing stands is left out. */
export const figures = {
  requestsPerSecond: { title: 'requests/s', show: whole, hasRange: true, isOfBill: true },
  requestsPerCpuSecond: {
    title: 'per CPU second',
    show: whole,
    hasRange: true,
    of: ['limit', 'reading limit', 'best peer', 'first'],
  },
  main: { title: 'main µs', show: decimals, hasRange: true, isOfBill: true },
  writer: { title: 'writer µs', show: decimals, hasRange: true, isOfBill: true },
  indexes: { title: 'indexes µs', show: decimals, hasRange: true, isOfBill: true },
  counts: { title: 'counts µs', show: decimals, hasRange: true, isOfBill: true },
  others: { title: 'other jobs µs', show: decimals, isOfBill: true },
  runtime: { title: 'runtime µs', show: decimals, hasRange: true, isOfBill: true },
  total: { title: 'total µs', show: decimals, hasRange: true, isOfBill: true, of: ['first'] },
  latencyP50Ms: { title: 'p50 ms', show: decimals, of: ['first'] },
  latencyP99Ms: { title: 'p99 ms', show: decimals, of: ['first'] },
  latencyP999Ms: { title: 'p99.9 ms', show: decimals, isOfSteady: true },
  latencyMaxMs: { title: 'longest ms', show: decimals, isOfSteady: true },
  startMs: { title: 'start ms', show: whole, hasRange: true },
  peakMemoryMiB: { title: 'peak MiB', show: mebibytes, isPeak: true },
  memoryMiB: { title: 'memory MiB', show: mebibytes, isOfSteady: true },
  descriptors: { title: 'descriptors', show: whole, isOfSteady: true },
  walMiB: { title: 'WAL MiB', show: mebibytes, isPeak: true, isOfSteady: true },
  processes: { title: 'processes', show: (value) => (value === 1 ? '' : whole(value)) },
  flushes: { title: 'flushes', show: whole },
  serverCpu: { title: 'server CPU', show: percent },
  generatorCpu: { title: 'generator CPU', show: percent },
  databaseCpu: { title: 'database CPU', show: percent },
  otherCpu: { title: 'other CPU', show: percent, isOfBill: true },
} as const satisfies Record<string, Column>;

export type Figure = keyof typeof figures;

export const columns = Object.entries(figures) as [Figure, Column][];

/** One load on one target, once. What the system does not tell is left out. */
export type Round = { readonly [Key in Figure]?: number | undefined } & {
  /** By kind: `status 500`, `connection`. Empty in a valid round. */
  readonly errors: Readonly<Record<string, number>>;
};
