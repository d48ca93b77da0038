import type { LoadScenario, StartScenario } from './scenarios/scenario.ts';
import type { TargetKind } from './targets/target.ts';

/** What a scenario came to, as it stands in the results file. */
export type Outcome = LoadOutcome | StartOutcome | SkippedOutcome;

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
  readonly rounds: readonly Round[];
}

export interface StartOutcome {
  readonly kind: 'start';
  readonly scenario: StartScenario;
  readonly targets: readonly { readonly name: string; readonly startedInMs: readonly number[] }[];
}

export interface SkippedOutcome {
  readonly kind: 'skipped';
  readonly scenario: LoadScenario | StartScenario;
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
  /** Of one core, 0 to 1. */
  readonly serverCpuShare: number | null;
  readonly generatorCpuShare: number;
  /** Of the PostgreSQL server, with all its processes. */
  readonly databaseCpuShare: number | null;
  /** By kind: `status 500`, `connection`. Empty in a valid round. */
  readonly errors: Readonly<Record<string, number>>;
  readonly backgroundPerSecond: number | null;
  /** Disk flushes while the load ran, on a slow disk. */
  readonly flushes: number | null;
}
