import { expect, test } from 'bun:test';
import { createPet } from '../../src/animals/pets/operations.ts';
import { findPet } from '../../src/animals/pets/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { type Engine, engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { closedStoreProgram } from '../support/process/closed-store-program.ts';
import { cleanEnv } from '../support/process/program.ts';

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

test('a program that ends without closing its store on SQLite leaves a database that can be opened', () =>
  withDatabase(sqlite, async ({ url }) => {
    const program = `await (await import('./src/store/open-store.ts')).openStore('${url}', { writesInline: true }); process.exit(3)`;
    expect(Bun.spawnSync([process.execPath, '-e', program], { env: cleanEnv({}) }).exitCode).toBe(3);
    await (await openStore(url)).close();
  }));

test('a program that has closed its stores on SQLite, one of them while its thread starts anew, can exit, even if it writes afterwards', () =>
  withDatabase(sqlite, (resting) =>
    withDatabase(sqlite, async (starting) => {
      const program = Bun.spawn([process.execPath, closedStoreProgram, resting.url, starting.url], {
        env: cleanEnv({}),
        stdout: 'pipe',
        stderr: 'pipe',
        timeout: 200_000,
        killSignal: 'SIGKILL',
      });
      const [output, errors] = await Promise.all([program.stdout.text(), program.stderr.text()]);
      expect([await program.exited, errors, program.signalCode]).toEqual([0, '', null]);
      expect(JSON.parse(output)).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
      for (const { run } of [resting, starting]) expect(await run('SELECT count(*) FROM pets')).toEqual([[0n]]);
    }),
  ));
