import type { Client, Import } from '../../client/index.ts';
import { wait } from '../../client/transport/retry.ts';

/** The service takes back some hundred animals in this time. */
const lookMs = 250;

export interface UndoOptions {
  signal?: AbortSignal | undefined;
  /** Gets the import each time that it was read. */
  onProgress?: ((undoing: Import) => void) | undefined;
}

/**
 * Takes an import back, and waits until that is done; one that was taken back before stays as it is. The service goes on with it where
 * nobody waits.
 * @throws the errors of the calls, and the reason of the signal
 */
export async function undoImport(
  client: Client,
  id: bigint,
  { signal, onProgress }: UndoOptions = {},
): Promise<Import> {
  const options = signal === undefined ? {} : { signal };
  let current = await client.imports.undo(id, options);
  for (;;) {
    onProgress?.(current);
    if (current.state === 'undone') return current;
    await wait(lookMs, signal);
    current = await client.imports.get(id, options);
  }
}

/** The newest import, if there is any. */
export async function findNewestImport(client: Client): Promise<Import | undefined> {
  return (await client.imports.list({ sort: '-id', limit: 1 }).page()).items[0];
}
