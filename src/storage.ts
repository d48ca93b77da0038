import { openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Opens the storage that a database URL names, with all write commands of this program. @throws StorageError */
export function openStorage(databaseUrl: string): Promise<Store> {
  return openStore(databaseUrl, new URL('./writer.ts', import.meta.url).href);
}
