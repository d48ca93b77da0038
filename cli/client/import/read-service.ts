import { type Client, PetstoreError } from '../../../client/index.ts';
import { type Comparison, compareRows } from '../../../importer/known/compare.ts';
import { CommandError } from '../../exit.ts';
import { explainFailure } from '../connection.ts';

/** Compares a file with what the service has: `undefined` without references, and for a key that may not read animals. @throws CommandError */
export async function compareWithService(
  job: Omit<Parameters<typeof compareRows>[0], 'overwrites' | 'signal'>,
  { updateKnown: isNeeded = false, overwrite: overwrites = false }: { updateKnown?: boolean; overwrite?: boolean },
): Promise<Comparison | undefined> {
  if (job.check.newestLines.size === 0) return undefined;
  try {
    return await compareRows({ ...job, overwrites, signal: new AbortController().signal });
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope' && !isNeeded) return undefined;
    return explain(error);
  }
}

export const listCategories = (client: Client) => Array.fromAsync(client.categories.list()).catch(explain);

/** What the service knows of the shelter. */
export const findShelter = (client: Client) => client.shelter.get().catch(explain);

/** @throws CommandError */
function explain(error: unknown): never {
  throw new CommandError(error instanceof Error ? explainFailure(error) : String(error));
}
