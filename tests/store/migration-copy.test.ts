import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { restore } from '../../src/operator/backup/backup.ts';
import { migrateStore, planMigration } from '../../src/store/open-store.ts';
import type { Progress } from '../../src/store/progress.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { migrateSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import type { Migration } from '../../src/store/store.ts';
import { loadReleased } from '../support/data/released-data.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { openStore } from '../support/open-store.ts';
import { run } from '../support/process/program.ts';

/** A migration copies a file before it changes it. */
let database: ScratchDatabase;
let path: string;
beforeEach(async () => {
  ({ database } = await loadReleased('1.0.0', sqlite));
  path = database.url.replace(/^sqlite:/, '');
});
afterEach(() => database.remove());

const filesBeside = () =>
  readdirSync(dirname(path))
    .filter((name) => name !== basename(path))
    .sort();
const namesIn = (file: string) => {
  const db = new Database(file, { readonly: true });
  const names = db.query('SELECT name FROM pets ORDER BY id').values().flat();
  db.close();
  return names;
};
/** Runs a statement whose result is only in the log, as after a crash. */
async function leaveInLog(sql: string): Promise<void> {
  const other = join(dirname(path), 'other.db');
  renameSync(path, other);
  const db = new Database(other);
  db.run(sql);
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(other + suffix, path + suffix);
  db.close();
  rmSync(other);
}
const refusal = () => migrateStore(database.url).catch((error: unknown) => String(error));

test('a file is copied with the content of its log, for the owner only, and the copy can be restored', async () => {
  await leaveInLog("INSERT INTO pets (name, category_id, status) VALUES ('Logged', 1, 'sold')");
  const migrations: Migration[] = [];
  const store = await openStore(database.url, { onMigrated: (migration) => migrations.push(migration) });
  await store.close();
  const [name = '', ...more] = filesBeside();
  expect(more).toEqual([]);
  expect(name).toMatch(/^petstore\.db\.schema-1\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/);
  const copy = join(dirname(path), name);
  expect(migrations).toEqual([{ from: 1, to: schemaVersion, copy }]);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(await planMigration(`sqlite:${copy}`)).toEqual({ from: 1, to: schemaVersion });
  expect(namesIn(copy)).toHaveLength(25);
  expect(namesIn(copy)).toContain('Logged');

  const restored = join(dirname(path), 'restored.db');
  await restore(copy, restored);
  expect(filesBeside()).toEqual([name, 'restored.db']);
  expect(namesIn(restored)).toEqual(namesIn(copy));
});

test('a file that needs no migration is not copied, nor one whose copy is disabled', async () => {
  expect(await migrateStore(database.url, { skipsCopy: true })).toEqual({ from: 1, to: schemaVersion });
  expect(await migrateStore(database.url)).toEqual({ from: schemaVersion, to: schemaVersion });
  expect(filesBeside()).toEqual([]);
});

test('what a killed attempt has copied is not the copy of a later one that makes none', async () => {
  writeFileSync(`${path}.schema-1.2026-11-01T00-00-00Z.backup.unfinished`, 'what the file was before a later change');
  expect(await migrateStore(database.url, { skipsCopy: true })).toEqual({ from: 1, to: schemaVersion });
  expect(filesBeside().filter((name) => name.includes('.backup'))).toEqual([]);
});

test('the two newest copies are kept, and the files of a killed migration are removed', async () => {
  const { pid } = Bun.spawnSync(['true']);
  const older = ['1.2026-01-03T00-00-00Z', '3.2026-01-01T00-00-00Z', '2.2026-01-02T00-00-00Z'];
  for (const part of older) writeFileSync(`${path}.schema-${part}.backup`, '');
  const abandoned = `${path}.schema-1.2026-01-04T00-00-00Z.backup.${pid}.partial`;
  // In a container the killed process had the id that this one has.
  const ofThisId = `${path}.schema-1.2026-01-05T00-00-00Z.backup.${process.pid}.partial`;
  for (const file of [abandoned, `${abandoned}-journal`, ofThisId]) writeFileSync(file, '');
  const { copy = '' } = await migrateStore(database.url);
  expect(filesBeside()).toEqual(['petstore.db.schema-1.2026-01-03T00-00-00Z.backup', basename(copy)]);
});

test('a migration that fails leaves the file unchanged, and no copy', async () => {
  const before = [namesIn(path), await database.run('SELECT name, sql FROM sqlite_master')];
  const onProgress = ({ task }: Progress) => {
    if (task.startsWith('indexing')) throw new Error('the power is gone');
  };
  expect(() => migrateSqlite(path, { onProgress })).toThrow(
    /the power is gone\. The file was not migrated, and nothing in it was changed$/,
  );
  expect([namesIn(path), await database.run('SELECT name, sql FROM sqlite_master')]).toEqual(before);
  expect(await planMigration(database.url)).toEqual({ from: 1, to: schemaVersion });
  expect(filesBeside()).toEqual([]);
});

test('a migration that fails and leaves no file keeps the copy, and tells why it failed', async () => {
  const onProgress = ({ task }: Progress) => {
    if (!task.startsWith('migrating')) return;
    rmSync(path);
    throw new Error('the disk is gone');
  };
  expect(() => migrateSqlite(path, { onProgress })).toThrow('the disk is gone');
  expect(filesBeside().filter((name) => !/-(wal|shm)$/.test(name))).toHaveLength(1);
});

test('a file is not migrated without disk space for its copy', async () => {
  const { bavail, bsize } = statfsSync(dirname(path));
  const pages = Math.ceil((2 * bavail * bsize) / 4_096);
  // The header has the number of pages; the file has a hole of that size.
  const number = Buffer.alloc(4);
  number.writeUInt32BE(pages);
  const file = openSync(path, 'r+');
  writeSync(file, number, 0, 4, 28);
  closeSync(file);
  truncateSync(path, pages * 4_096);
  expect(await refusal()).toMatch(
    /was not migrated, because it cannot be copied before: a copy needs [\d.]+ [MGT]iB, and [\d.]+ [MGT]iB are free\. Free some/,
  );
  expect(await planMigration(database.url)).toEqual({ from: 1, to: schemaVersion });
  expect(filesBeside()).toEqual([]);
});

test('a damaged file is not migrated', async () => {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 3 * 4_096, 5 * 4_096);
  writeFileSync(path, bytes);
  expect(await refusal()).toContain('was not migrated, because it cannot be copied before');
  // The header counts changes of the journal mode.
  expect(readFileSync(path).subarray(100).equals(bytes.subarray(100))).toBe(true);
  expect(filesBeside()).toEqual([]);
});

test('a file that another process has open is not migrated, because that may be a server that would not notice', async () => {
  const older = new Database(path);
  older.query('SELECT count(*) FROM pets').values();
  expect(await refusal()).toMatch(
    /has schema version 1, and another process has it open; stop the server of the earlier/,
  );
  older.run("INSERT INTO pets (name, category_id, status) VALUES ('Late', 1, 'sold')");
  older.close();
  expect(filesBeside()).toEqual([]);
  expect(await migrateStore(database.url)).toMatchObject({ from: 1, to: schemaVersion });
  expect(namesIn(path)).toContain('Late');
});

test('two processes that start at once migrate a file once', async () => {
  const results = await Promise.all([1, 2].map(() => run(['migrate', '--database-url', database.url])));
  expect(results).toMatchObject(Array(2).fill({ exitCode: 0, stderr: '' }));
  expect(filesBeside()).toHaveLength(1);
  const printed = results.map(({ stdout }) => stdout).join('');
  expect(printed.match(/\(was 1\)/g)).toHaveLength(1);
  expect(printed).toContain('The file as it was before is');
  expect(printed).toContain('Servers of the earlier release must not use');
});
