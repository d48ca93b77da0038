import type { IdRange } from './load/load.ts';
import type { Target } from './targets/target.ts';

/** Hands out copies of a database with animals in it, so that no scenario sees what another has written. */
export interface SeededStorage {
  copy(target: Target, animals: number): Promise<SeededCopy>;
}

export interface SeededCopy {
  /** For the server alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly ids: IdRange;
  /** The PostgreSQL server in which it lies. */
  readonly databaseProcessId?: number;
}
