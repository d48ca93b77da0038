import type { Engine, Feature } from '../scenarios/scenario.ts';

/**
 * What is measured. A service is what all this is about; a limit repeats answers of it, which no service can outrun;
 * a peer is another program that gives the same answers.
 */
export interface Target {
  readonly name: string;
  readonly about: string;
  readonly kind: TargetKind;
  /** It takes part in the scenarios on these. */
  readonly engines: readonly Engine[];
  /** It takes part in the scenarios with these; if absent, in all. */
  readonly features?: readonly Feature[];
  /** Folders with a `package.json` of their own, relative to the repository, installed in this order before the start. */
  readonly packageFolders: readonly string[];
  /** Relative to the repository. Must become the server (`exec`), or start it as a child. */
  readonly command: readonly [string, ...string[]];
  /** All the environment the server gets, beside PATH and HOME. */
  readonly environment: (place: Place) => Readonly<Record<string, string>>;
}

export type TargetKind = 'service' | 'limit' | 'peer';

/** Where one server runs. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly apiKey: string;
  /** A folder of its own: empty at first, later a copy of the seeded one. */
  readonly dataFolder: string;
  /** Where its animals are: a file in that folder, or a PostgreSQL database of its own. Empty for a limit. */
  readonly databaseUrl: string;
  /** The answers a limit repeats in turn, as JSON (`Answer[]`). */
  readonly answersFile: string;
}
