import { beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets } from '../../src/animals/pets/sql.ts';
import { openSharedStore } from '../../src/store/open-store.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { SnapshotReader } from '../../src/store/sqlite/snapshot-reader.ts';
import type { Store } from '../../src/store/store.ts';
import { startApp } from '../support/app.ts';
import { engineOf, fileDatabase } from '../support/engines.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { die, dyingWriter } from '../support/process/dying-writer.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

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
