import { openStore as open, type StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { writerScript } from './process/program.ts';

/** On a busy machine, work may wait for longer than the service lets it. */
const waitMs = 60_000;

/** Opens a store as the service does, with the built writer thread. */
export function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return open(url, { writerScript, waitMs, ...options });
}
