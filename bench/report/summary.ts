import type { LoadOutcome, Round, TargetRounds } from '../outcome.ts';
import type { Goal } from '../scenarios/scenario.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** The rounds of one target in one scenario, boiled down. */
export interface Summary {
  readonly name: string;
  readonly requestsPerSecond: Spread | undefined;
  readonly requestsPerCpuSecond: Spread | undefined;
  /** Of the limit, or else of the peer, in the same round. */
  readonly requestsPerSecondRatio: Spread | undefined;
  readonly requestsPerCpuSecondRatio: Spread | undefined;
  readonly latencyP50Ms: Spread | undefined;
  readonly latencyP99Ms: Spread | undefined;
  readonly peakMemoryBytes: Spread | undefined;
  readonly serverCpuShare: Spread | undefined;
  readonly generatorCpuShare: Spread | undefined;
  readonly databaseCpuShare: Spread | undefined;
  readonly backgroundPerSecond: Spread | undefined;
  readonly flushes: number | undefined;
  readonly errors: Readonly<Record<string, number>>;
  readonly goals: readonly { readonly goal: Goal; readonly isReached: boolean }[];
  readonly isValid: boolean;
}

export function summarize({ scenario, targets }: LoadOutcome): Summary[] {
  const yardstick = yardstickOf(targets);
  return targets.map((target) => {
    const column = (key: NumberKey) => columnOf(target, key);
    const ratio = (key: NumberKey) =>
      yardstick && yardstick !== target ? ratioOf(column(key), columnOf(yardstick, key)) : undefined;
    const errors = total(target.rounds);
    const flushes = column('flushes').reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const isSlowDisk = scenario.disk.kind === 'slow';
    return {
      name: target.name,
      requestsPerSecond: spreadOf(column('requestsPerSecond')),
      requestsPerCpuSecond: spreadOf(column('requestsPerCpuSecond')),
      requestsPerSecondRatio: ratio('requestsPerSecond'),
      requestsPerCpuSecondRatio: ratio('requestsPerCpuSecond'),
      latencyP50Ms: spreadOf(column('latencyP50Ms')),
      latencyP99Ms: spreadOf(column('latencyP99Ms')),
      peakMemoryBytes: spreadOf(column('peakMemoryBytes')),
      serverCpuShare: spreadOf(column('serverCpuShare')),
      generatorCpuShare: spreadOf(column('generatorCpuShare')),
      databaseCpuShare: spreadOf(column('databaseCpuShare')),
      backgroundPerSecond: spreadOf(column('backgroundPerSecond')),
      flushes: isSlowDisk ? flushes : undefined,
      errors,
      goals: (target.kind === 'service' ? scenario.goals : []).flatMap((goal) => {
        const reached =
          goal.measure === 'requestsPerCpuSecondRatio' ? ratio('requestsPerCpuSecond') : spreadOf(column(goal.measure));
        return reached === undefined ? [] : [{ goal, isReached: isReached(goal, reached.median) }];
      }),
      // A slow disk that was never flushed was not slow.
      isValid: Object.keys(errors).length === 0 && !(isSlowDisk && flushes === 0),
    };
  });
}

/** What the others are compared with. */
export function yardstickOf(targets: readonly TargetRounds[]): TargetRounds | undefined {
  return targets.find(({ kind }) => kind === 'limit') ?? targets.find(({ kind }) => kind === 'peer');
}

type NumberKey = { [Key in keyof Round]: Round[Key] extends number | null ? Key : never }[keyof Round];

function columnOf(target: TargetRounds, key: NumberKey): (number | null)[] {
  return target.rounds.map((round) => round[key]);
}

function isReached(goal: Goal, median: number): boolean {
  return 'above' in goal ? median > goal.above : median < goal.below;
}

function total(rounds: readonly Round[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { errors } of rounds) {
    for (const [name, number] of Object.entries(errors)) totals[name] = (totals[name] ?? 0) + number;
  }
  return totals;
}
