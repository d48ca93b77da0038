import type { Random } from '../../cli/demo/seeded-random.ts';
import type { ServiceNode } from '../support/process/node.ts';
import type { Fault } from './faults.ts';
import type { Outcome } from './history/history.ts';
import type { Violation } from './history/rules.ts';
import type { State } from './history/state.ts';
import type { LoadedNode, LoadSize } from './load/load.ts';

export const groups = ['kills', 'faults', 'power', 'load'] as const;
export const engineNames = ['sqlite', 'postgres'] as const;

/** One kind of failure or of load, repeated until the time is over. */
export interface Trial {
  readonly name: string;
  readonly group: (typeof groups)[number];
  readonly engine: (typeof engineNames)[number];
  readonly description: string;
  /** Whether it takes the time that it takes, so that it runs only when it is named. */
  readonly ownTime?: true;
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
  /** One for each fault of a service. */
  readonly outages?: readonly Outage[];
}

/** The longest time without a success through one of the nodes, from the begin of a fault until all have recovered. */
export interface Outage {
  readonly fault: string;
  readonly writesMs: number;
  readonly readsMs: number;
}

/** A service, and what can happen to it. */
export interface System {
  readonly nodes: readonly ServiceNode[];
  /** Where clients find the service, if not at its nodes. */
  readonly entrances?: readonly LoadedNode[];
  /** The URL of its database, for `petstore check`. */
  databaseUrl(): string;
  readonly faults: readonly Fault[];
  /** How long these happen; 40 seconds by default. */
  readonly roundMs?: number;
  /** Faults that happen once, after the others. */
  readonly lastFaults?: readonly Fault[];
  /** The clients, if not the usual ones. */
  readonly load?: LoadSize;
  /** What no response may be, besides what is never allowed. */
  readonly forbids?: readonly Outcome['kind'][];
  /** Checks what it knows beyond the history. */
  check?(state: State): Promise<readonly Violation[]>;
  /** Removes everything that is outside the folder. */
  close(): Promise<unknown>;
}

export interface SystemOptions {
  readonly folder: string;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Settings of the nodes. */
  readonly env?: Record<string, string>;
}

export type OpenSystem = (options: SystemOptions) => Promise<System>;
