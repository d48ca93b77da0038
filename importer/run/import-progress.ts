import type { AddedCounts } from './import-photos.ts';

/** The progress of an import. */
export interface ImportProgress extends Readonly<AddedCounts> {
  /** Animals that were known, and of which something has changed. */
  readonly updated: number;
  /** Rows that say nothing new of a known animal. */
  readonly unchanged: number;
  /** Rows that the mapping leaves out. */
  readonly leftOut: number;
  /** Rows of animals that came again later, by another row. */
  readonly earlierStays: number;
  readonly rejected: number;
  /** The sum of all these. */
  readonly done: number;
  /** Categories that were given the text of a row as their name. */
  readonly namedCategories: number;
  readonly photos: Readonly<AddedCounts & { rejected: number }>;
  /** `waiting`: the server is overloaded or down. */
  readonly state: 'running' | 'waiting' | 'paused';
}
