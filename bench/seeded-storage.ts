import type { IdRange } from './load/load.ts';

/** Hands out copies of a database that petstore made, so that all find the very same, and none what another has written. */
export interface SeededStorage {
  copy(animals: number): Promise<SeededCopy>;
}

export interface SeededCopy {
  /** For the server alone. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly ids: IdRange;
  /** The PostgreSQL server in which it lies. */
  readonly databaseProcessId?: number;
}
