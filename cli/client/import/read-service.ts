import { type Client, PetstoreError, type ShelterSettings } from '../../../client/index.ts';
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
    throw new CommandError(error instanceof Error ? explainFailure(error) : String(error));
  }
}

export async function* listCategories(client: Client) {
  try {
    yield* client.categories.list();
  } catch (error) {
    // A key that may not read them must not keep the animals out.
    if (error instanceof PetstoreError && error.code === 'insufficient_scope') return;
    throw new CommandError(error instanceof Error ? explainFailure(error) : String(error));
  }
}

/** What is decided for the shelter; `undefined` where the service does not tell it. */
export async function findSettings(client: Client): Promise<ShelterSettings | undefined> {
  try {
    return await client.settings.get();
  } catch (error) {
    if (error instanceof PetstoreError && ['insufficient_scope', 'not_found'].includes(error.code)) return undefined;
    throw new CommandError(error instanceof Error ? explainFailure(error) : String(error));
  }
}
