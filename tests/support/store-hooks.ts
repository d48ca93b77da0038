import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import type { StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Engine, ScratchDatabase } from './engines.ts';
import { addCaller } from './http/caller.ts';
import { takeStore } from './postgres/reused-store.ts';

interface OpenedStore {
  readonly database: ScratchDatabase;
  readonly store: Store;
}

/** Opens a store with a caller on an empty database (`takeStore`), once for the tests of a `describe` block. `use` gets it before them. */
export function storeForAll(engine: Engine, use: (opened: OpenedStore) => unknown, options?: StoreOptions): void {
  openBetween(beforeAll, afterAll, engine, use, options);
}

/** The same before each test. */
export function storeForEach(engine: Engine, use: (opened: OpenedStore) => unknown, options?: StoreOptions): void {
  openBetween(beforeEach, afterEach, engine, use, options);
}

function openBetween(
  before: typeof beforeAll,
  after: typeof afterAll,
  engine: Engine,
  use: (opened: OpenedStore) => unknown,
  options?: StoreOptions,
): void {
  let opened: Awaited<ReturnType<typeof takeStore>>;
  before(async () => {
    opened = await takeStore(engine, options);
    await addCaller(opened.store);
    await use(opened);
  });
  after(() => opened.end());
}
