import { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteExpiredIdempotencyRecords } from '../../src/access/idempotency/rules.ts';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets, findPet } from '../../src/animals/pets/sql.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { breakDown, die, dyingWriter } from '../support/process/dying-writer.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

/** Recovery from failures of the database file and of the writer thread. */
let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
const path = () => join(scratch.path, 'petstore.db');
const databaseUrl = () => `sqlite:${path()}`;
const open = () => openStore(databaseUrl(), { writerScript: dyingWriter, connections: 4 });

test('no write waits for a writer thread that died, and the next write starts a new one', async () => {
  const store = await open();
  await addCaller(store);
  await store.write(createPet.command, petDraft('Before'));
  const died = await store.write(die, undefined as never).catch((error: unknown) => error);
  expect(died).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is unknown') });
  await store.write(createPet.command, petDraft('After'));
  expect(await countPets(store.reader, {})).toBe(2n);
  await store.close();
});

test.each([
  ['fails', 'throw new Error("broken")', 'broken'],
  ['ends', 'process.exit()', 'it has ended'],
])('a store whose writer thread %s before it has opened the file is not opened', async (_, program, reason) => {
  const script = join(scratch.path, 'broken-writer.js');
  writeFileSync(script, program);
  const opened = await openStore(databaseUrl(), { writerScript: script }).catch((error: unknown) => error);
  expect(String(opened)).toMatch(new RegExp(`the writer thread did not start: .*${reason}`, 's'));
});

test('a storage that failed a moment ago is not ready until rows are changed, and the error of the write names the cause', async () => {
  const store = await open();
  await addCaller(store);
  await store.check();
  const failure = await store.write(breakDown, undefined as never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', cause: { message: 'the disk is gone' } });
  expect(() => store.check()).toThrow('not available');
  await store.write(deleteExpiredIdempotencyRecords, { now: 0n, limit: 1, from: 0n });
  // It has found nothing to delete, so nothing was flushed.
  expect(() => store.check()).toThrow('not available');
  await store.write(createPet.command, petDraft('After'));
  expect(await countPets(store.reader, {})).toBe(1n);
  await store.check();
  await store.close();
});

test('a damaged page fails the reads that need it until it is repaired, and all writes until a restart', async () => {
  const store = await open();
  await addCaller(store);
  await Promise.all(
    Array.from({ length: 2_000 }, (_, index) => store.write(createPet.command, petDraft(`Pet ${index}`))),
  );
  const other = new Database(path());
  other.run('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const whole = readFileSync(path());
  writeFileSync(path(), Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0x5a)]));
  const readAll = async () => {
    for (let id = 1n; id <= 2_000n; id += 100n) await findPet(store.reader, id);
  };
  for (let turn = 0; turn < 3; turn++) {
    const failure = await readAll().catch((error: unknown) => error);
    const cause = { message: expect.stringContaining('"petstore restore" restores a backup') };
    expect(failure).toMatchObject({ code: 'unavailable', cause });
    await Bun.sleep(1);
  }
  writeFileSync(path(), whole);
  await Bun.sleep(1);
  await readAll();
  await store.checkReads();
  const refused = { code: 'unavailable', message: expect.stringContaining('Nothing was changed') };
  expect(await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error)).toMatchObject(
    refused,
  );
  for (const check of [store.check, store.checkWrites]) expect(check).toThrow('not available');
  expect(store.file?.isDamaged).toBe(true);
  await store.close();
  const restarted = await open();
  await restarted.write(createPet.command, petDraft('After'));
  await restarted.close();
});
