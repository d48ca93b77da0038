import type { LoadOutcome, Round, TargetRounds } from '../outcome.ts';
import type { Goal } from '../scenarios/scenario.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** The rounds of one target in one scenario, boiled down. */
export interface Summary {
  readonly name: string;
  readonly startedInMs: number;
  readonly requestsPerSecond: Spread | undefined;
  readonly requestsPerCpuSecond: Spread | undefined;
  readonly ofLimit: Ratios | undefined;
  readonly ofBestPeer: Ratios | undefined;
  /** Where variants are compared. */
  readonly possible: Possible | undefined;
  readonly latencyP50Ms: Spread | undefined;
  readonly latencyP99Ms: Spread | undefined;
  readonly peakMemoryBytes: Spread | undefined;
  readonly processes: Spread | undefined;
  readonly serverCpuShare: Spread | undefined;
  readonly generatorCpuShare: Spread | undefined;
  readonly databaseCpuShare: Spread | undefined;
  readonly otherCpuShare: Spread | undefined;
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

/** What a variant could do, if each of its workers had a core of its own. */
export interface Possible {
  readonly requestsPerSecond: Spread | undefined;
  /** How many times the first variant, in the same round. */
  readonly ofFirst: Spread | undefined;
}

export function summarize({ scenario, targets }: LoadOutcome): Summary[] {
  const { limit, bestPeer } = yardsticksOf(targets);
  const isSlowDisk = scenario.disk.kind === 'slow';
  return targets.map((target, index) => {
    const column = (key: NumberKey) => columnOf(target, key);
    const spread = (key: NumberKey) => spreadOf(column(key));
    const errors = total(target.rounds);
    const flushes = column('flushes').reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const ratios = {
      ofLimit: ratiosOf(target, limit),
      ofBestPeer: ratiosOf(target, bestPeer),
      possible: possibleOf({ scenario, targets }, index),
    };
    return {
      name: target.name,
      startedInMs: target.startedInMs,
      requestsPerSecond: spread('requestsPerSecond'),
      requestsPerCpuSecond: spread('requestsPerCpuSecond'),
      ...ratios,
      latencyP50Ms: spread('latencyP50Ms'),
      latencyP99Ms: spread('latencyP99Ms'),
      peakMemoryBytes: spread('peakMemoryBytes'),
      processes: spread('processes'),
      serverCpuShare: spread('serverCpuShare'),
      generatorCpuShare: spread('generatorCpuShare'),
      databaseCpuShare: spread('databaseCpuShare'),
      otherCpuShare: spread('otherCpuShare'),
      backgroundPerSecond: spread('backgroundPerSecond'),
      flushes: isSlowDisk ? flushes : undefined,
      errors,
      goals: (target.kind === 'service' ? scenario.goals : []).flatMap((goal) => {
        const median = measureOf(goal, target, ratios)?.median;
        return median === undefined ? [] : [{ goal, median, isReached: isReached(goal, median) }];
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

function possibleOf(
  { scenario, targets }: Pick<LoadOutcome, 'scenario' | 'targets'>,
  index: number,
): Possible | undefined {
  const { variants } = scenario;
  if (variants === undefined) return undefined;
  const [first, own] = [0, index].map((place) => {
    const target = targets[place];
    const workers = variants[place]?.workers ?? 0;
    const rates = target === undefined ? [] : columnOf(target, 'requestsPerCpuSecond');
    return rates.map((rate) => (rate === null ? null : rate * workers));
  });
  return { requestsPerSecond: spreadOf(own ?? []), ofFirst: index === 0 ? undefined : ratioOf(own ?? [], first ?? []) };
}

type NumberKey = { [Key in keyof Round]: Round[Key] extends number | null ? Key : never }[keyof Round];

function columnOf(target: TargetRounds, key: NumberKey): (number | null)[] {
  return target.rounds.map((round) => round[key]);
}

function measureOf(
  goal: Goal,
  target: TargetRounds,
  { ofLimit, ofBestPeer, possible }: Pick<Summary, 'ofLimit' | 'ofBestPeer' | 'possible'>,
): Spread | undefined {
  switch (goal.measure) {
    case 'requestsPerCpuSecondRatio':
      return (goal.of === 'limit' ? ofLimit : ofBestPeer)?.requestsPerCpuSecond;
    case 'possibleRatio':
      return possible?.ofFirst;
    default:
      return spreadOf(columnOf(target, goal.measure));
  }
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
