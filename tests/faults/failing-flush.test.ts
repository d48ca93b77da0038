import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../support/body.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { compilePreload, diskFaultsSource, findPreloadObstacle } from '../support/preload.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { startServer, type TestServer } from '../support/server.ts';

const obstacle = findPreloadObstacle();
if (obstacle !== undefined) console.log(`skipped: ${obstacle}`);

describe.skipIf(obstacle !== undefined)('a disk whose flushes fail', () => {
  let folder: ScratchFolder;
  let database: ScratchDatabase;
  let library: string;
  let faults: string;
  let flag: string;

  beforeAll(async () => {
    folder = makeScratchFolder();
    library = compilePreload(diskFaultsSource, join(folder.path, 'disk-faults.so'));
    faults = join(folder.path, 'faults');
    mkdirSync(faults);
    flag = join(faults, 'fail-flush');
    database = await sqlite.makeDatabase();
  });
  afterAll(async () => {
    await database.remove();
    folder.remove();
  });

  const start = () => startServer({ database, env: { LD_PRELOAD: library, DISK_FAULTS: faults } });
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
