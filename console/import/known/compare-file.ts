import { type Client, PetstoreError } from '../../../client/index.ts';
import type { Check } from '../../../importer/check/check.ts';
import { type Comparison, compareRows } from '../../../importer/known/compare.ts';
import type { KnownAnimal } from '../../../importer/known/known-animals.ts';
import type { SourceFile } from '../file/source-file.ts';
import { type ImportChoices, toMapping } from '../mapping/choices.ts';

interface CompareJob {
  client: Client;
  source: SourceFile;
  choices: ImportChoices;
  check: Check;
  known?: ReadonlyMap<string, KnownAnimal> | undefined;
  signal: AbortSignal;
}

/** What a file says of the animals that are here; `undefined` without references, and where the key may not read animals. */
export async function compareFile({
  source,
  choices,
  check,
  signal,
  ...job
}: CompareJob): Promise<Comparison | undefined> {
  const mapping = toMapping(choices, source);
  if (mapping === undefined || check.newestLines.size === 0) return undefined;
  const { overwrites, updatesKnown } = choices;
  try {
    return await compareRows({ ...job, mapping, check, rows: source.rows(signal), overwrites, signal });
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope' && !updatesKnown) return undefined;
    throw error;
  }
}
