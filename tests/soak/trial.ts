import type { Random } from '../../src/lib/seeded-random.ts';
import type { Figure } from './figures.ts';
import type { Violation } from './history/rules.ts';

export const groups = ['kills', 'faults', 'power', 'load'] as const;
export const engineNames = ['sqlite', 'postgres'] as const;

/** One kind of failure or of load, repeated until the time is over. */
export interface Trial {
  readonly name: string;
  readonly group: (typeof groups)[number];
  readonly engine: (typeof engineNames)[number];
  readonly description: string;
  /** Why it cannot run on this machine, if so. */
  findObstacle?(): string | undefined;
  run(context: TrialContext): Promise<TrialResult>;
}

export interface TrialContext {
  /** The source of all its choices. */
  readonly random: Random;
  /** Its own folder. It is kept if there is a violation. */
  readonly folder: string;
  /** `performance.now()` at which no further round begins. */
  readonly endAt: number;
  readonly signal: AbortSignal;
  progress(line: string): void;
}

export interface TrialResult {
  /** How often the service was started on an empty database, or the machine lost its power. */
  readonly rounds: number;
  /** Faults, power cuts or restarts. */
  readonly faults: number;
  readonly acknowledged: number;
  readonly violations: readonly Violation[];
  readonly recoveriesMs: readonly number[];
  /** What a load trial has measured. */
  readonly figures?: readonly Figure[];
}
