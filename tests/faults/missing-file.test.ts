import { beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startIndexing } from '../../src/animals/pets/jobs.ts';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets } from '../../src/animals/pets/sql.ts';
import { createLog } from '../../src/lib/log.ts';
import { backUp } from '../../src/operator/backup/backup.ts';
import { openSharedStore } from '../../src/store/open-store.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { SnapshotReader } from '../../src/store/sqlite/snapshot-reader.ts';
import type { Store } from '../../src/store/store.ts';
import { startApp } from '../support/app.ts';
import { engineOf, fileDatabase } from '../support/engines.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { die, dyingWriter } from '../support/process/dying-writer.ts';
import { childrenOf, isAlive, kill } from '../support/process/processes.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { canShareAPort } from '../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

/** When the database file disappears, the service reports it and does not create an empty one. */
let scratch: ScratchFolder;
let path: string;
beforeEach(() => {
  scratch = makeScratchFolder();
  path = join(scratch.path, 'petstore.db');
});

const open = () => openStore(`sqlite:${path}`, { writerScript: dyingWriter, connections: 4 });
const nextTurn = () => Bun.sleep(1);

/** Moves the file and its companions to another folder. Returns a function that moves them back. */
function takeAway(folder = scratch.path): () => void {
  const other = join(folder, 'elsewhere');
  mkdirSync(other, { recursive: true });
  const move = (from: string, to: string) => {
    for (const name of readdirSync(from))
      if (name.startsWith('petstore.db')) renameSync(join(from, name), join(to, name));
  };
  move(folder, other);
  return () => move(other, folder);
}

/** Ends the writer thread: the next write needs another one. */
async function endWriter(store: Store): Promise<void> {
  await store.write(die, undefined as never).catch(() => undefined);
}

test('a restarted writer rejects writes until the file is back, and creates none', async () => {
  const store = await open();
  await addCaller(store);
  await store.write(createPet.command, petDraft('Before'));
  const bringBack = takeAway();
  await endWriter(store);
  for (let count = 0; count < 3; count++) {
    const refused = await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
    expect(() => store.check()).toThrow('not available');
    expect(existsSync(path)).toBe(false);
  }
  bringBack();
  await store.write(createPet.command, petDraft('After'));
  await store.check();
  expect(await countPets(store.reader, {})).toBe(2n);
  await store.close();
});

test('a job that cannot write says so once, and when it works again', async () => {
  const store = await open();
  await addCaller(store);
  await store.write(createPet.command, petDraft('Rex'));
  renameSync(`${path}-wal`, `${path}-away`);
  // The first one may be committed before that is noticed.
  await store.write(createPet.command, petDraft('Late')).catch(() => undefined);
  const events: string[] = [];
  let writes = 0;
  const counted: Store = {
    ...store,
    waiting: 0,
    write(command, input) {
      writes++;
      return store.write(command, input);
    },
  };
  const log = createLog((line) => void events.push(JSON.parse(line).event), 'json', Date.now);
  const job = startIndexing(counted, log, 5);
  await until('four attempts', () => writes >= 4);
  renameSync(`${path}-away`, `${path}-wal`);
  await until('the job to work', () => events.includes('a background job works again'));
  await job.stop();
  await store.close();
  expect(events).toEqual(['could not index new animals', 'a background job works again']);
});

test('a request fails with 503, and one line in the log names the file', async () => {
  const store = await open();
  const service = await startApp({ store }, engineOf(fileDatabase(path)));
  await service.post('/v1/pets', '{"name":"Rex","categoryId":1}');
  takeAway();
  await endWriter(store);
  const answer = await service.post('/v1/pets', '{"name":"Late","categoryId":1}');
  const ready = await service.fetch('/readyz');
  await service.close();
  await store.close();
  const message = 'The storage is not available. Nothing was changed; try again later.';
  expect(await answer.json()).toEqual({ code: 'unavailable', message, status: 503 });
  expect([answer.status, ready.status]).toEqual([503, 503]);
  const [line, ...more] = service.logged.filter((logged) => logged.includes(`${answer.headers.get('X-Request-Id')}`));
  expect(more).toEqual([]);
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    cause: expect.stringContaining(`the database file ${path} was removed or replaced`),
  });
  expect(existsSync(path)).toBe(false);
});

test('a reader that reconnects fails as unavailable, and creates no file', async () => {
  const store = await open();
  await addCaller(store);
  await store.write(createPet.command, petDraft('Rex'));
  await store.close();
  const connections: ReturnType<typeof openConnection>[] = [];
  const reader = new SnapshotReader(() => {
    const connection = openConnection(path, 'read');
    connections.push(connection);
    return connection;
  });
  expect(await countPets(reader, {})).toBe(1n);
  takeAway();
  // A connection whose transaction cannot be ended is closed.
  connections[0]?.execute('COMMIT');
  await nextTurn();
  const failure = await countPets(reader, {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable' });
  expect([existsSync(path), reader.revision(), connections.length]).toEqual([false, undefined, 1]);
  reader.close();
});

test('readers, writers and shared stores do not create a missing file', async () => {
  for (const attempt of [() => openConnection(path, 'read'), () => openConnection(path, 'write')]) {
    expect(attempt).toThrow(`the database file ${path} does not exist`);
  }
  await expect(openSharedStore(`sqlite:${path}`)).rejects.toThrow(`the database file ${path} does not exist`);
  expect(readdirSync(scratch.path)).toEqual([]);
});

// The second test ends the service of the first one.
describe.if(canShareAPort)('with two workers', () => {
  const folder = makeScratchFolder();
  const file = join(folder.path, 'petstore.db');
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database: fileDatabase(file), env: { PETSTORE_WORKERS: '2' } });
  });
  const linesWith = (words: string) => server.output.stderr.split('\n').filter((line) => line.includes(words));

  test('a replaced worker serves neither without the file nor another one, and does as soon as it is back', async () => {
    const other = join(folder.path, 'other.db');
    await backUp(file, other);
    const bringBack = takeAway(folder.path);
    kill(childrenOf(server.pid)[0], 'SIGKILL');
    const failure = `the database file ${file} does not exist`;
    await until('the failure to be logged', () => linesWith(failure).length > 0);
    expect(existsSync(file)).toBe(false);
    expect(linesWith(failure)[0]).toContain('cannot start');
    renameSync(other, file);
    const replaced = `the database file ${file} was removed or replaced`;
    await until('another file to be refused', () => linesWith(replaced).some((line) => line.includes('cannot start')));
    bringBack();
    await until('another worker to serve', () => linesWith(' serves').length > 0);
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await server.fetch('/v1/pets')).status));
    expect(statuses).toEqual(Array(20).fill(200));
  });

  test('workers that cannot be started any more make the supervisor exit with one line and code 1', async () => {
    const workers = childrenOf(server.pid);
    rmSync(file);
    for (const worker of workers) kill(worker, 'SIGKILL');
    expect(await server.exited).toBe(1);
    // Also reads its output to the end.
    await server.stop();
    const lastLines = server.output.stderr.slice(server.output.stderr.lastIndexOf(' serves'));
    expect(lastLines).toMatch(/"event":"worker 1 cannot start".*does not exist/);
    expect(lastLines).toContain('"event":"no worker could be started any more; the reasons are in the log"');
    await until('the end of all workers', () => [...workers, ...childrenOf(server.pid)].filter(isAlive).length === 0);
  });
});
