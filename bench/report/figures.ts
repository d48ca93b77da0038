/** `first` is the first variant. */
export type Yardstick = 'limit' | 'reading limit' | 'best peer' | 'first';

interface Column {
  readonly title: string;
  readonly show: (value: number) => string;
  /** Between which values the median lies, too. */
  readonly hasRange?: boolean;
  /** The highest of all rounds instead of their median. */
  readonly isPeak?: boolean;
  /** Followed by the ratio to these, where there are any. */
  readonly of?: readonly Yardstick[];
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const decimals = (value: number) => value.toFixed(2);
const mebibytes = (value: number) => value.toFixed(value < 10 ? 1 : 0);
export const percent = (value: number) => `${Math.round(100 * value)} %`;

/** What is measured in each round, in the order of the table. A column in which nothing stands is left out. */
export const figures = {
  requestsPerSecond: { title: 'requests/s', show: whole, hasRange: true },
  requestsPerCpuSecond: {
    title: 'per CPU second',
    show: whole,
    hasRange: true,
    of: ['limit', 'reading limit', 'best peer', 'first'],
  },
  latencyP50Ms: { title: 'p50 ms', show: decimals, of: ['first'] },
  latencyP99Ms: { title: 'p99 ms', show: decimals, of: ['first'] },
  startMs: { title: 'start ms', show: whole, hasRange: true },
  peakMemoryMiB: { title: 'peak MiB', show: mebibytes, isPeak: true },
  processes: { title: 'processes', show: (value) => (value === 1 ? '' : whole(value)) },
  serverCpu: { title: 'server CPU', show: percent },
  generatorCpu: { title: 'generator CPU', show: percent },
  databaseCpu: { title: 'database CPU', show: percent },
  otherCpu: { title: 'other CPU', show: percent },
} as const satisfies Record<string, Column>;

export type Figure = keyof typeof figures;

export const columns = Object.entries(figures) as [Figure, Column][];

/** One load on one target, once. What the system does not tell is left out. */
export type Round = { readonly [Key in Figure]?: number | undefined } & {
  /** By kind: `status 500`, `connection`. Empty in a valid round. */
  readonly errors: Readonly<Record<string, number>>;
};
