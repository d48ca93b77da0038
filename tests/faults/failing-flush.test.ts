import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../support/body.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { failingCheckpointProgram } from '../support/failing-checkpoint-program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { startServer, type TestServer } from '../support/server.ts';

const source = join(import.meta.dir, '../support/failing-flush.c');

// Other systems have no LD_PRELOAD.
describe.if(process.platform === 'linux')('a disk whose flushes fail', () => {
  let folder: ScratchFolder;
  let database: ScratchDatabase;
  let library: string;
  let flag: string;

  beforeAll(async () => {
    folder = makeScratchFolder();
    library = join(folder.path, 'failing-flush.so');
    flag = join(folder.path, 'failing');
    const { exitCode, stderr } = Bun.spawnSync(['cc', '-shared', '-fPIC', '-o', library, source, '-ldl']);
    expect([exitCode, stderr.toString()]).toEqual([0, '']);
    database = await sqlite.makeDatabase();
  });
  afterAll(async () => {
    await database.remove();
    folder.remove();
  });

  const start = () => startServer({ database, env: { LD_PRELOAD: library, FAIL_FLUSH: flag } });
  const create = (server: TestServer, name: string) =>
    server.fetch('/v1/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
      body: JSON.stringify({ name, categoryId: 1 }),
    });

  test('makes the outcome of a write unknown, and says so; repeated with its key it is done once', async () => {
    const server = await start();
    expect((await create(server, 'before')).status).toBe(201);
    writeFileSync(flag, '');
    const failed = await create(server, 'during');
    const said = { code: 'unavailable', status: 503, message: expect.stringContaining('unknown') };
    expect(await bodyOf<unknown>(failed)).toEqual(said);
    server.signal('SIGKILL');
    await server.exited;
    rmSync(flag);

    const again = await start();
    expect((await create(again, 'during')).status).toBe(201);
    expect((await create(again, 'after')).status).toBe(201);
    const pets = await bodyOf<{ name: string }[]>(await again.fetch('/v1/pets'));
    expect(pets.map(({ name }) => name)).toEqual(['before', 'during', 'after']);
    await again.stop();
  });

  test('that of the database file alone, holds up no write, and is reported', async () => {
    const other = await sqlite.makeDatabase();
    const env = { ...process.env, LD_PRELOAD: library, FAIL_FLUSH: flag, DATABASE_URL: other.url };
    const program = Bun.spawn([process.execPath, failingCheckpointProgram], { env, stdout: 'pipe', stderr: 'pipe' });
    const [printed, failure] = await Promise.all([program.stdout.text(), program.stderr.text()]);
    expect([failure, await program.exited]).toEqual(['', 0]);
    const lines = printed.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/ERROR a checkpoint of the database failed .*check the disk.*SQLITE_IOERR|disk I\/O error/),
      'written, failures: true',
      expect.stringContaining('INFO checkpoints of the database succeed again'),
    ]);
    expect(await other.run('SELECT count(*) FROM settings')).toEqual([[2n]]);
    await other.remove();
  });

  test('is left behind by a service that goes on when flushes work again', async () => {
    const server = await start();
    writeFileSync(flag, '');
    expect((await create(server, 'refused')).status).toBe(503);
    rmSync(flag);
    expect((await create(server, 'refused')).status).toBe(201);
    expect((await server.fetch('/readyz')).status).toBe(200);
    await server.stop();
  });
});
