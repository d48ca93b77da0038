import { Database } from 'bun:sqlite';
import { beforeAll, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { countPets } from '../../../src/animals/pets/sql.ts';
import { backUp, restore } from '../../../src/operator/backup/backup.ts';
import { planMigration } from '../../../src/store/open-store.ts';
import { addCaller, petDraft } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { run } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

/** A start reports files that are damaged or cannot be used, and never changes them. */
let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});

const suffixes = ['', '-wal', '-shm'];
const open = (file: string) => openStore(`sqlite:${file}`, { writesInline: true });
const refusal = (attempt: Promise<unknown>) => attempt.then(() => 'no refusal', String);
const filesOf = (file: string) =>
  new Map(
    readdirSync(scratch.path)
      .filter((name) => join(scratch.path, name).startsWith(file))
      .map((name) => [name, readFileSync(join(scratch.path, name)).toString('base64')]),
  );

/** The folder with the files of a killed service: 20 animals, all of them in the log. Copies of it were made before. */
const crashedFiles = makeScratchFolder();
beforeAll(async () => {
  const file = join(crashedFiles.path, 'running.db');
  const copyTo = (name: string) => copyFileSync(file, join(crashedFiles.path, name));
  const prepared = await open(file);
  await addCaller(prepared);
  await prepared.close();
  copyTo('last-stop.db');
  const store = await open(file);
  await backUp(file, join(crashedFiles.path, 'backup.db'));
  for (let count = 1; count <= 20; count++) await store.write(createPet.command, petDraft(`Animal ${count}`));
  for (const suffix of suffixes) copyFileSync(file + suffix, join(crashedFiles.path, `crashed.db${suffix}`));
  await store.close();
});

/** Copies the files of a killed service. Returns the path of the database. */
function makeCrashed(): string {
  const crashed = join(scratch.path, 'crashed.db');
  for (const suffix of suffixes) copyFileSync(join(crashedFiles.path, `crashed.db${suffix}`), crashed + suffix);
  return crashed;
}

/** Checks that every way to open the database fails with one sentence, and changes nothing. */
async function expectRefusal(file: string, expected: string): Promise<void> {
  const before = filesOf(file);
  expect(await refusal(openStore(`sqlite:${file}`))).toContain(expected);
  expect(await refusal(planMigration(`sqlite:${file}`))).toContain(expected);
  expect(await refusal(backUp(file, join(scratch.path, 'never.db')))).toContain(expected);
  const ofBackup = expected.replace(/; move it away.*/, '; use another backup');
  expect(await refusal(restore(file, join(scratch.path, 'never.db')))).toContain(ofBackup);
  expect(filesOf(file)).toEqual(before);
}

test('a log that was cut off, or ends in zeros, is reported, with how to continue with the rest', async () => {
  const whole = readFileSync(`${makeCrashed()}-wal`);
  const half = Math.floor(whole.length / 2);
  const zeroed = Buffer.concat([whole.subarray(0, half), Buffer.alloc(whole.length - half)]);
  const rest: number[] = [];
  for (const log of [whole.subarray(0, half), zeroed, whole.subarray(0, 32)]) {
    const crashed = makeCrashed();
    writeFileSync(`${crashed}-wal`, log);
    await expectRefusal(
      crashed,
      `the write-ahead log ${crashed}-wal was cut off or is damaged: it lacks the newest writes`,
    );
    rmSync(`${crashed}-shm`);
    const store = await open(crashed);
    rest.push(Number(await countPets(store.reader, {})));
    await store.close();
  }
  const [ofHalf = 0] = rest;
  expect(ofHalf > 0 && ofHalf < 20).toBe(true);
  expect(rest).toEqual([ofHalf, ofHalf, 0]);
});

test('after a restart of the machine an old index may be beside a log that began anew, or an empty one', async () => {
  const crashed = makeCrashed();
  const db = new Database(crashed);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.run("INSERT INTO categories (id, name) VALUES (100, 'kept')");
  const [anew, empty] = [join(scratch.path, 'anew.db'), join(scratch.path, 'empty.db')];
  for (const suffix of ['', '-wal']) copyFileSync(crashed + suffix, anew + suffix);
  copyFileSync(crashed, empty);
  writeFileSync(`${empty}-wal`, '');
  db.close();
  for (const file of [anew, empty]) {
    copyFileSync(join(crashedFiles.path, 'crashed.db-shm'), `${file}-shm`);
    utimesSync(`${file}-shm`, 0, 0);
    const store = await open(file);
    expect(await countPets(store.reader, {})).toBe(20n);
    await store.close();
  }
});

test('a log that was replaced by an older one is reported', async () => {
  const crashed = makeCrashed();
  const older = readFileSync(`${crashed}-wal`);
  const db = new Database(crashed);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.run("INSERT INTO categories (id, name) VALUES (100, 'newest')");
  const copy = join(scratch.path, 'copy.db');
  for (const suffix of suffixes) copyFileSync(crashed + suffix, copy + suffix);
  db.close();
  writeFileSync(`${copy}-wal`, older);
  await expectRefusal(copy, `the write-ahead log ${copy}-wal belongs to another file, or another state of it`);
});

test('a log that is damaged before later commits is reported', async () => {
  const crashed = makeCrashed();
  const log = readFileSync(`${crashed}-wal`);
  const flipped = Buffer.from(log);
  flipped[5_000] = 0xff ^ (flipped[5_000] ?? 0);
  writeFileSync(`${crashed}-wal`, flipped);
  await expectRefusal(
    crashed,
    `the write-ahead log ${crashed}-wal was cut off or is damaged: it lacks the newest writes`,
  );
  const headless = Buffer.from(log);
  headless.fill(0, 0, 32);
  writeFileSync(`${crashed}-wal`, headless);
  await expectRefusal(crashed, `the write-ahead log ${crashed}-wal is damaged: its header is unreadable`);
  const { exitCode, stderr } = await run(['serve', '--database-url', `sqlite:${crashed}`, '--port', '0']);
  expect([exitCode, stderr.split('\n').length, stderr]).toEqual([1, 2, expect.stringContaining('petstore restore')]);
});
