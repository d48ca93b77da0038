import type { LoadOutcome, Round, TargetRounds } from '../outcome.ts';
import type { Goal } from '../scenarios/scenario.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** The rounds of one target in one scenario, boiled down. */
export interface Summary {
  readonly name: string;
  readonly requestsPerSecond: Spread | undefined;
  readonly requestsPerCpuSecond: Spread | undefined;
  readonly ofLimit: Ratios | undefined;
  readonly ofBestPeer: Ratios | undefined;
  readonly latencyP50Ms: Spread | undefined;
  readonly latencyP99Ms: Spread | undefined;
  readonly peakMemoryBytes: Spread | undefined;
  readonly serverCpuShare: Spread | undefined;
  readonly generatorCpuShare: Spread | undefined;
  readonly databaseCpuShare: Spread | undefined;
  readonly backgroundPerSecond: Spread | undefined;
  readonly flushes: number | undefined;
  readonly errors: Readonly<Record<string, number>>;
  readonly goals: readonly { readonly goal: Goal; readonly median: number; readonly isReached: boolean }[];
  readonly isValid: boolean;
}

/** How many times what the other did, in the same round. */
export interface Ratios {
  readonly requestsPerSecond: Spread | undefined;
  readonly requestsPerCpuSecond: Spread | undefined;
}

export function summarize({ scenario, targets }: LoadOutcome): Summary[] {
  const { limit, bestPeer } = yardsticksOf(targets);
  return targets.map((target) => {
    const column = (key: NumberKey) => columnOf(target, key);
    const [ofLimit, ofBestPeer] = [ratiosOf(target, limit), ratiosOf(target, bestPeer)];
    const errors = total(target.rounds);
    const flushes = column('flushes').reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const isSlowDisk = scenario.disk.kind === 'slow';
    return {
      name: target.name,
      requestsPerSecond: spreadOf(column('requestsPerSecond')),
      requestsPerCpuSecond: spreadOf(column('requestsPerCpuSecond')),
      ofLimit,
      ofBestPeer,
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
          goal.measure === 'requestsPerCpuSecondRatio'
            ? (goal.of === 'limit' ? ofLimit : ofBestPeer)?.requestsPerCpuSecond
            : spreadOf(column(goal.measure));
        return reached === undefined
          ? []
          : [{ goal, median: reached.median, isReached: isReached(goal, reached.median) }];
      }),
      // A slow disk that was never flushed was not slow.
      isValid: Object.keys(errors).length === 0 && !(isSlowDisk && flushes === 0),
    };
  });
}

interface Yardsticks {
  readonly limit: TargetRounds | undefined;
  /** That with the most requests per CPU second, or per second where that is not known. */
  readonly bestPeer: TargetRounds | undefined;
}

/** What the others are compared with. */
export function yardsticksOf(targets: readonly TargetRounds[]): Yardsticks {
  const pace = (target: TargetRounds) =>
    spreadOf(columnOf(target, 'requestsPerCpuSecond'))?.median ??
    spreadOf(columnOf(target, 'requestsPerSecond'))?.median ??
    0;
  const [bestPeer] = targets.filter(({ kind }) => kind === 'peer').sort((one, other) => pace(other) - pace(one));
  return { limit: targets.find(({ kind }) => kind === 'limit'), bestPeer };
}

function ratiosOf(target: TargetRounds, yardstick: TargetRounds | undefined): Ratios | undefined {
  if (yardstick === undefined || yardstick === target) return undefined;
  const ratio = (key: NumberKey) => ratioOf(columnOf(target, key), columnOf(yardstick, key));
  return { requestsPerSecond: ratio('requestsPerSecond'), requestsPerCpuSecond: ratio('requestsPerCpuSecond') };
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
