import { constants, Database } from 'bun:sqlite';
import { beforeAll, beforeEach, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets } from '../../src/animals/pets/sql.ts';
import { backUp, restore } from '../../src/operator/backup/backup.ts';
import { planMigration } from '../../src/store/open-store.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { withoutOverride } from '../support/process/confined.ts';
import { openDatabases } from '../support/process/open-databases.ts';
import { petstore } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';

/** A start reports files that are damaged or cannot be used, and never changes them. */
let scratch: ScratchFolder;
let path: string;
beforeEach(() => {
  scratch = makeScratchFolder();
  path = join(scratch.path, 'petstore.db');
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

test('a log left by a crash is read, even if its last commit is incomplete after a power cut', async () => {
  const crashed = makeCrashed();
  const torn = join(scratch.path, 'torn.db');
  for (const suffix of ['', '-wal']) copyFileSync(crashed + suffix, torn + suffix);
  truncateSync(`${torn}-wal`, readFileSync(`${torn}-wal`).length - 100);
  for (const [file, animals] of [
    [crashed, 20n],
    [torn, 19n],
  ] as const) {
    const store = await open(file);
    expect(await countPets(store.reader, {})).toBe(animals);
    await store.close();
  }
});

test('a missing log is reported, with how to continue without it', async () => {
  const crashed = makeCrashed();
  rmSync(`${crashed}-wal`);
  await expectRefusal(crashed, `the write-ahead log ${crashed}-wal is missing, and with it the newest writes`);
  rmSync(`${crashed}-shm`);
  const store = await open(crashed);
  expect(await countPets(store.reader, {})).toBe(0n);
  await store.close();
});

test('a killed service whose log another program has copied to the file, and removed, goes on', async () => {
  const crashed = makeCrashed();
  // Release 1.1.0 and `sqlite3` do so when they close it.
  const other = new Database(crashed);
  other.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 0);
  other.query('SELECT count(*) FROM pets').values();
  other.close(true);
  expect(suffixes.map((suffix) => existsSync(crashed + suffix))).toEqual([true, false, false]);
  const store = await open(crashed);
  expect(await countPets(store.reader, {})).toBe(20n);
  await store.close();
});

test('a file that was copied over one with a log is reported', async () => {
  for (const copy of ['last-stop.db', 'backup.db']) {
    const crashed = makeCrashed();
    copyFileSync(join(crashedFiles.path, copy), crashed);
    const belongs = `the write-ahead log ${crashed}-wal belongs to another file, or another state of it, than ${crashed}`;
    await expectRefusal(crashed, belongs);
    for (const suffix of ['-wal', '-shm']) rmSync(crashed + suffix);
    await (await open(crashed)).close();
  }
});

test('a log without its database is not deleted', async () => {
  const crashed = makeCrashed();
  writeFileSync(crashed, '');
  await expectRefusal(crashed, `the database file ${crashed} is empty, but there are writes in ${crashed}-wal`);
  truncateSync(`${crashed}-wal`);
  await expectRefusal(crashed, `the database file ${crashed} is empty, but was in use: it has ${crashed}-shm`);
  makeCrashed();
  rmSync(crashed);
  const before = filesOf(crashed);
  expect(await refusal(open(crashed))).toContain(`the database file ${crashed} does not exist, but there are writes`);
  expect(filesOf(crashed)).toEqual(before);
});

test('a damaged page is reported at the start, with what to do', async () => {
  await (await open(path)).close();
  const whole = readFileSync(path);
  const damage = (from: number, to: number) => {
    const bytes = Buffer.from(whole);
    bytes.fill(0x5a, from, to);
    writeFileSync(path, bytes);
  };
  damage(0, 100);
  await expectRefusal(path, 'is not a SQLite database, or its beginning is damaged; move it away with its -wal and');
  damage(100, 4_096);
  await expectRefusal(path, 'the file is damaged; move it away with its -wal and -shm, and restore a backup');
  damage(4_096, whole.length);
  await expectRefusal(path, 'the file is damaged; move it away with its -wal and -shm, and restore a backup');
});

test('a file of another program, also with the application id of petstore, is rejected and left unchanged', async () => {
  const db = new Database(path, { create: true });
  db.run('CREATE TABLE theirs (x)');
  await expectRefusal(path, 'another program');
  db.run('PRAGMA application_id = 0x70657473');
  db.close();
  await expectRefusal(path, 'it has tables, but no schema version');
  const marked = new Database(path);
  marked.run('PRAGMA user_version = 1');
  marked.close();
  await expectRefusal(path, 'is marked as a petstore database, but has no table settings, pets, keys');
});

test('files that the user may not write to are reported, and nothing is left beside them', async () => {
  const folder = (name: string) => join(scratch.path, name);
  const files = ['file', 'folder', 'index'].map((name) => join(folder(name), 'petstore.db'));
  const [readOnly = '', , withIndex = ''] = files;
  await (await open(path)).close();
  // As a service leaves it that is killed: otherwise it can be read without its log.
  const inLogMode = new Database(path);
  inLogMode.run('PRAGMA journal_mode = WAL');
  inLogMode.close();
  for (const name of ['file', 'folder', 'index']) mkdirSync(folder(name));
  for (const file of files) copyFileSync(path, file);
  writeFileSync(`${withIndex}-shm`, '');
  chmodSync(readOnly, 0o400);
  chmodSync(folder('folder'), 0o500);
  chmodSync(`${withIndex}-shm`, 0o400);

  const opening = [process.execPath, openDatabases, ...files.map((file) => `sqlite:${file}`)];
  const program = Bun.spawn(withoutOverride(opening), { stdout: 'pipe' });
  const lines = (await new Response(program.stdout).text()).split('\n');
  const user = Bun.spawnSync(['id', '-un']).stdout.toString().trim();
  const advice = 'make it writable, or set another file with DATABASE_URL (or --database-url)';
  expect(lines.slice(0, 3)).toEqual([
    `StorageError: the user ${user} may not use ${readOnly}, which belongs to ${user}; ${advice}`,
    `StorageError: the user ${user} may not use ${folder('folder')}, which belongs to ${user}; ${advice}`,
    `StorageError: the user ${user} may not use ${withIndex}-shm, which belongs to ${user}; make it writable, or remove it while no program uses the database`,
  ]);
  expect(readdirSync(folder('file'))).toEqual(['petstore.db']);
  chmodSync(folder('folder'), 0o700);
  expect(readdirSync(folder('folder'))).toEqual(['petstore.db']);

  // A backup of which this user may only read file and folder is restored.
  const backup = join(folder('folder'), 'backup.db');
  await backUp(path, backup);
  chmodSync(backup, 0o400);
  chmodSync(folder('folder'), 0o500);
  const restored = `sqlite:${join(scratch.path, 'restored.db')}`;
  const restoring = withoutOverride([...petstore(), 'restore', backup, '--database-url', restored]);
  expect(Bun.spawnSync(restoring).stderr.toString()).toBe('');
  chmodSync(folder('folder'), 0o700);

  // The file can be used once it is writable.
  chmodSync(readOnly, 0o600);
  const store = await open(readOnly);
  await addCaller(store);
  await store.write(createPet.command, petDraft('Rex'));
  await store.close();
});
