import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPet } from '../../src/animals/pets/operations.ts';
import { backUp } from '../../src/operator/backup/backup.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { engineOf, fileDatabase, type ScratchDatabase } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { dyingWriter, vanish } from '../support/process/dying-writer.ts';
import { run } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

/** When the database file is removed or replaced while the service runs, no write that is lost is acknowledged. */
let scratch: ScratchFolder;
let path: string;
let database: ScratchDatabase;
let service: TestApp;
beforeEach(async () => {
  scratch = makeScratchFolder();
  path = join(scratch.path, 'petstore.db');
  database = fileDatabase(path);
  service = await startApp({}, engineOf(database), { writesInline: false });
  expect((await addPet('before')).status).toBe(201);
});
afterEach(async () => {
  await service.close();
  scratch.remove();
});

const addPet = (name: string) => service.post('/v1/pets', JSON.stringify({ name, categoryId: 1 }));

async function expectRefusal(): Promise<void> {
  // So soon after a commit it is noticed after the next one, whose outcome is unknown.
  expect((await addPet('perhaps')).status).toBe(503);
  const refused = await addPet('after');
  expect([refused.status, await bodyOf<unknown>(refused)]).toMatchObject([
    503,
    { code: 'unavailable', message: expect.stringContaining('Nothing was changed') },
  ]);
  expect((await service.fetch('/readyz')).status).toBe(503);
  expect(service.logged.join('\n')).toContain(`the database file ${path} was removed or replaced while it was open`);
}

test('a removed file accepts no more writes', async () => {
  for (const name of readdirSync(scratch.path)) rmSync(join(scratch.path, name), { recursive: true });
  expect((await service.fetch('/readyz')).status).toBe(503);
  await expectRefusal();
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('a replaced file accepts no more writes, and its replacement is left intact', async () => {
  const other = join(scratch.path, 'other.db');
  await backUp(path, other);
  const bytes = readFileSync(other);
  renameSync(other, path);
  await expectRefusal();
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

test('other programs that open the file cause no failure', async () => {
  const created = await run(['keys', 'create', '--name', 'x', '--role', 'reader', '--database-url', database.url]);
  expect(created.exitCode).toBe(0);
  const db = new Database(path, { readonly: true });
  db.query('SELECT count(*) FROM pets').get();
  db.close();
  expect((await addPet('still')).status).toBe(201);
});

test('a file that comes back accepts writes again', async () => {
  const away = join(scratch.path, 'away.db');
  renameSync(path, away);
  await expectRefusal();
  renameSync(away, path);
  expect((await addPet('again')).status).toBe(201);
});

test('a file that disappears during a commit makes the outcome of the write unknown', async () => {
  const copy = join(scratch.path, 'copy.db');
  await service.store.close();
  copyFileSync(path, copy);
  const store = await openStore(`sqlite:${copy}`, { writerScript: dyingWriter });
  const failure = await store.write(vanish, { path: copy }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('is unknown') });
  const refused = await store.write(createPet.command, petDraft('Late')).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
  await store.close();
});
