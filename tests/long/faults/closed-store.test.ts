import { expect, test } from 'bun:test';
import { type Engine, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { openStore } from '../../support/open-store.ts';
import { closedStoreProgram } from '../../support/process/closed-store-program.ts';
import { cleanEnv } from '../../support/process/program.ts';

/** A closed store does no more work, and does not keep the process from exiting. */

async function withDatabase(engine: Engine, work: (database: ScratchDatabase) => Promise<void>): Promise<void> {
  const database = await engine.makeDatabase({ isMigrated: true });
  try {
    await work(database);
  } finally {
    await database.remove();
  }
}

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
