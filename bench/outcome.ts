import type { LoadInterval } from './load/load.ts';
import type { GrowthScenario, LoadScenario, Scenario, StartScenario, SteadyScenario } from './scenarios/scenario.ts';
import type { TargetKind } from './targets/target.ts';

/** What a scenario came to, as it stands in the results file. */
export type Outcome = LoadOutcome | StartOutcome | GrowthOutcome | SteadyOutcome | SkippedOutcome;

export interface LoadOutcome {
  readonly kind: 'load';
  readonly scenario: LoadScenario;
  readonly targets: readonly TargetRounds[];
  /** What could not be measured here, and why. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export interface TargetRounds {
  readonly name: string;
  readonly kind: TargetKind;
  /** From spawning it to its first answer of `/readyz`, this once. */
  readonly startedInMs: number;
  readonly rounds: readonly Round[];
}

export interface StartOutcome {
  readonly kind: 'start';
  readonly scenario: StartScenario;
  readonly targets: readonly StartedTarget[];
  readonly leftOut: readonly LeftOut[];
}

export interface StartedTarget {
  readonly name: string;
  readonly kind: TargetKind;
  readonly startedInMs: readonly number[];
}

export interface GrowthOutcome {
  readonly kind: 'growth';
  readonly scenario: GrowthScenario;
  readonly sizes: readonly SizeLaps[];
}

export interface SizeLaps {
  readonly animals: number;
  readonly databaseBytes: number;
  readonly laps: readonly Lap[];
}

/** One server, from its start to the last of the loads that it got one after the other. */
export interface Lap {
  readonly startedInMs: number;
  /** In the order of the scenario's loads. */
  readonly rounds: readonly Round[];
}

export interface SteadyOutcome {
  readonly kind: 'steady';
  readonly scenario: SteadyScenario;
  readonly minutes: number;
  readonly samples: readonly Sample[];
  readonly intervals: readonly LoadInterval[];
  readonly round: Round;
}

/** What a server holds at one moment under load. */
export interface Sample {
  /** Since the load began. */
  readonly atSeconds: number;
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly threads: number;
  /** SQLite uses the file again from its beginning: it never becomes smaller. */
  readonly walBytes: number;
  /** How often it has begun again, each time behind a checkpoint of all that it held. */
  readonly walRestarts: number;
}

export interface SkippedOutcome {
  readonly kind: 'skipped';
  readonly scenario: Scenario;
  readonly reason: string;
}

/** One run of the load against one target. What the system does not tell is null. */
export interface Round {
  readonly requestsPerSecond: number;
  /** Requests for each second of processor time of the server. Null also where another load ran beside this one. */
  readonly requestsPerCpuSecond: number | null;
  /** Null when nothing was answered. */
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
  readonly peakMemoryBytes: number | null;
  /** Of the server, with its children. */
  readonly processes: number | null;
  /** Of one core, 0 to 1. */
  readonly serverCpuShare: number | null;
  readonly generatorCpuShare: number;
  /** Of the PostgreSQL server, with all its processes. */
  readonly databaseCpuShare: number | null;
  /** Of all other programs, on the cores of server and load generator; also what the host of a virtual machine took. */
  readonly otherCpuShare: number | null;
  /** By kind: `status 500`, `connection`. Empty in a valid round. */
  readonly errors: Readonly<Record<string, number>>;
  readonly backgroundPerSecond: number | null;
  /** Disk flushes while the load ran, on a slow disk. */
  readonly flushes: number | null;
}
