import { openStore as open, type StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { writerScript } from './process/program.ts';

/** Opens a store as the service does, with the built writer thread. */
export function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return open(url, { writerScript, ...options });
}
