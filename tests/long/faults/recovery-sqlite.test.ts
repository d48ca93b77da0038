import { beforeEach, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { countPets } from '../../../src/animals/pets/sql.ts';
import { createLog } from '../../../src/lib/log.ts';
import { startStorageMonitor } from '../../../src/server/storage-monitor.ts';
import { damagePage } from '../../support/damage-page.ts';
import { fileDatabase } from '../../support/engines.ts';
import { addCaller, petDraft } from '../../support/http/caller.ts';
import { isAvailable } from '../../support/is-available.ts';
import { openStore } from '../../support/open-store.ts';
import { dyingWriter } from '../../support/process/dying-writer.ts';
import { childrenOf, kill } from '../../support/process/processes.ts';
import { startServer } from '../../support/process/server.ts';
import { canShareAPort, closeAll, connectToEach } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

/** Recovery from failures of the database file and of the writer thread. */
let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
const path = () => join(scratch.path, 'petstore.db');
const databaseUrl = () => `sqlite:${path()}`;
const open = () => openStore(databaseUrl(), { writerScript: dyingWriter, connections: 4 });

test('damage ends the writes that wait, too, and the file is left as it is', async () => {
  const store = await open();
  await addCaller(store);
  const write = (name: string) => store.write(createPet.command, petDraft(name)).catch((error: unknown) => error);
  const file = store.file;
  const waiting = [write('One'), write('Two'), file?.checkpoint().catch((error: unknown) => error)];
  file?.noteDamage();
  const refused = { code: 'unavailable', message: expect.stringContaining('Nothing was changed') };
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => expect.objectContaining(refused)));
  const sizeBefore = statSync(`${path()}-wal`).size;
  expect(await file?.checkpoint().catch((error: unknown) => error)).toMatchObject(refused);
  expect([statSync(`${path()}-wal`).size, await countPets(store.reader, {})]).toEqual([sizeBefore, 0n]);
  await store.close();
});

test('a page that a write finds damaged ends all writes, and is logged once', async () => {
  const store = await open();
  await addCaller(store);
  damagePage(path(), 'events');
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), 'json', Date.now);
  const monitor = startStorageMonitor({ store, log, countRefused: () => 0, intervalMs: 1 });
  const sizeBefore = statSync(`${path()}-wal`).size;
  for (let turn = 0; turn < 3; turn++) {
    const refused = await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
    await until('the damage to be logged', () => !isAvailable(monitor, 'writes'));
  }
  await monitor.stop();
  expect(lines).toEqual([expect.stringContaining('the database file is damaged, so the service writes no more to it')]);
  expect(statSync(`${path()}-wal`).size).toBe(sizeBefore);
  expect(await countPets(store.reader, {})).toBe(0n);
  await store.close();
});

test.if(canShareAPort)('a page that one of two workers finds damaged ends the writes of both', async () => {
  const server = await startServer({ database: fileDatabase(path()), env: { PETSTORE_WORKERS: '2' } });
  const connections = await connectToEach(server, 2, 1);
  const ask = (path: string) => Promise.all(connections.flat().map((connection) => connection.send({ path })));
  damagePage(path(), 'categories');
  const found = await connections[0]?.[0]?.send({ path: '/v1/categories' });
  expect(found?.status).toBe(503);
  await until(
    'both workers to be unready',
    () => ask('/readyz'),
    (seen) => seen.every(({ status }) => status === 503),
  );
  for (const { status } of await ask('/readyz/reads')) expect(status).toBe(200);
  for (const { body } of await ask('/metrics')) expect(body).toContain('petstore_database_damaged 1');
  closeAll(connections);
  const [victim] = childrenOf(server.pid);
  kill(victim, 'SIGKILL');
  const replaced = () => childrenOf(server.pid).filter((pid) => pid !== victim).length;
  await until('another worker', replaced, 2);
  const connected = (await connectToEach(server, 2, 1)).flat();
  for (const connection of connected) expect((await connection.send({ path: '/readyz' })).status).toBe(503);
  closeAll([connected]);
  expect(await server.stop()).toBe(0);
});
