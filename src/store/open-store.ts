import { openSqliteStore } from './sqlite/sqlite-store.ts';
import { StorageError, type Store } from './store.ts';

/** How many writes may wait for their commit before further ones are refused. */
const maxWaitingWrites = 10_000;

/**
 * Opens the storage that a database URL names: `sqlite:PATH`.
 * @throws StorageError one line for the person who starts the program.
 */
export async function openStore(databaseUrl: string, writerScript: string): Promise<Store> {
  const path = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  if (path === undefined) throw new StorageError(`cannot open ${databaseUrl}: use sqlite:PATH`);
  return await openSqliteStore(path, { writerScript, maxWaitingWrites });
}
