import { expect, test } from 'bun:test';
import { createPet } from '../../src/animals/pets/operations.ts';
import { findPet } from '../../src/animals/pets/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { type Engine, engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';

/** A closed store does no more work, and does not keep the process from exiting. */

async function withDatabase(engine: Engine, work: (database: ScratchDatabase) => Promise<void>): Promise<void> {
  const database = await engine.makeDatabase({ isMigrated: true });
  try {
    await work(database);
  } finally {
    await database.remove();
  }
}

const thrownBy = (work: () => unknown) => new Promise((resolve) => resolve(work())).catch((error: unknown) => error);
const unavailable = { code: 'unavailable', message: expect.stringContaining('Nothing was changed') };

const kinds = [
  ...engines.map((engine) => ({ name: engine.name, engine, options: {} })),
  { name: `${sqlite.name} without a writer thread`, engine: sqlite, options: { writesInline: true } },
];
test.each(kinds)('on $name a closed store rejects writes and checks, and finishes all writes that wait', (kind) =>
  withDatabase(kind.engine, async (database) => {
    const store: Store = await openStore(database.url, kind.options);
    await addCaller(store);
    const underWay = Array.from({ length: 200 }, (_, index) =>
      store.write(createPet.command, petDraft(`Pet ${index}`)),
    );
    expect(store.waiting).toBe(200);
    const closing = store.close();
    expect(await thrownBy(() => store.write(createPet.command, petDraft('While it closes')))).toMatchObject(
      unavailable,
    );
    await closing;
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(200).fill(201));
    expect(await thrownBy(() => store.write(createPet.command, petDraft('Late')))).toMatchObject(unavailable);
    expect(await thrownBy(() => store.check())).toMatchObject({ code: 'unavailable' });
    await store.close();
    expect(await database.run('SELECT count(*) FROM pets')).toEqual([[200n]]);
  }),
);

test('a closed store on SQLite does not open its file for reads', () =>
  withDatabase(sqlite, async (database) => {
    const store = await openStore(database.url);
    await store.close();
    expect(await thrownBy(() => findPet(store.reader, 1n))).toMatchObject({ code: 'unavailable' });
    expect(store.revision()).toBeUndefined();
  }));
