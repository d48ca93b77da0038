import type { Loader } from './load/run-load.ts';
import type { Options } from './options.ts';
import type { SeededDatabases } from './seeded-databases.ts';
import type { SeededStorage } from './seeded-folders.ts';

/** What every scenario of a run uses. */
export interface Bench extends Loader {
  readonly options: Options;
  /** By engine. */
  readonly storages: { readonly sqlite: SeededStorage; readonly postgres: SeededDatabases };
  readonly progress: (text: string) => void;
}
