import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../src/lib/log.ts';
import { startFileMaintenance } from '../../src/store/jobs.ts';
import { copyFile } from '../../src/store/sqlite/backup.ts';
import type { DatabaseFile, Store } from '../../src/store/store.ts';
import { openStore } from '../support/open-store.ts';
import { run } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const mebibyte = 2 ** 20;
const walLimitBytes = 16 * mebibyte;

let folder: ScratchFolder;
let path: string;
let store: Store;
let logged: string[];
beforeEach(async () => {
  folder = makeScratchFolder();
  path = join(folder.path, 'petstore.db');
  store = await openStore(`sqlite:${path}`);
  logged = [];
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const log = createLog((line) => void logged.push(line), 'plain', Date.now);
const file = (): DatabaseFile => store.file ?? expect.unreachable();
const save = (value: string) =>
  store.write({ name: 'insertIfAbsent', run: async () => '' }, { name: crypto.randomUUID(), proposal: value });

/** Fills the write-ahead log with this many rows of a mebibyte. */
async function grow(rows: number): Promise<void> {
  for (let row = 0; row < rows; row++) await save('x'.repeat(mebibyte));
}

describe('the write-ahead log', () => {
  let reader: Database;
  beforeEach(() => {
    reader = new Database(path);
  });
  afterEach(() => reader.close());
  const hold = () => {
    reader.run('BEGIN');
    reader.query('SELECT count(*) FROM settings').values();
  };

  test('grows while a reader holds an old snapshot, and is truncated by the first writes after that', async () => {
    hold();
    await grow(20);
    expect(await file().checkpoint()).toBe(false);
    expect(file().measure().walBytes).toBeGreaterThan(walLimitBytes);
    reader.run('COMMIT');
    // The first commit moves all of it to the database, the second restarts the log.
    await save('small');
    await save('small');
    expect(statSync(`${path}-wal`).size).toBeLessThanOrEqual(walLimitBytes);
  });

  test('is reported once when it is large, and truncated without a write when the reader has ended', async () => {
    hold();
    await grow(3);
    const job = startFileMaintenance({ file: file(), log, intervalMs: 5, checkpointBytes: 0, warningBytes: mebibyte });
    await until('a report', () => logged.length > 0);
    expect(logged[0]).toMatch(/WARN the write-ahead log is large mebibytes=3 reason=.*another program/);
    reader.run('COMMIT');
    await until('the end of it', () => logged.length > 1);
    await job.stop();
    expect(logged).toEqual([expect.stringContaining('mebibytes=3'), expect.stringContaining('is small again')]);
    expect(statSync(`${path}-wal`).size).toBe(0);
  });
});

test('a copy neither writes to the file nor waits for the lock of a writer', () => {
  const writer = new Database(path);
  const before = writer.query('PRAGMA data_version').values();
  copyFile(path, join(folder.path, 'copy.db'));
  expect(writer.query('PRAGMA data_version').values()).toEqual(before);
  writer.run('BEGIN IMMEDIATE');
  copyFile(path, join(folder.path, 'second.db'));
  writer.close();
});

test('a file of an early release shrinks automatically after it was compacted once', async () => {
  const early = join(folder.path, 'early.db');
  const made = new Database(early, { create: true });
  // New files of the early releases had this mode.
  made.run('PRAGMA auto_vacuum = NONE');
  made.run('CREATE TABLE filler (text TEXT)');
  made.run('DROP TABLE filler');
  made.close();
  await (await openStore(`sqlite:${early}`)).close();
  const db = new Database(early);
  const mode = () => db.query('PRAGMA auto_vacuum').values().flat()[0];
  expect(mode()).toBe(0);
  db.run("INSERT INTO settings (name, value) VALUES ('kept', '')");
  db.run(`INSERT INTO settings (name, value) VALUES ('large', '${'x'.repeat(2 * mebibyte)}')`);
  db.run("DELETE FROM settings WHERE name = 'large'");
  copyFile(early, join(folder.path, 'copy.db'));
  const copy = new Database(join(folder.path, 'copy.db'));
  expect([mode(), copy.query('PRAGMA auto_vacuum').values()]).toEqual([0, [[2]]]);
  copy.close();
  db.close();
  const { stdout, exitCode } = await run(['compact', '--database-url', `sqlite:${early}`]);
  expect([stdout, exitCode]).toEqual([
    expect.stringMatching(/^compacted .*early.db: 2.\d MiB before, 0.\d MiB now$/m),
    0,
  ]);
  const compacted = new Database(early);
  expect(compacted.query('PRAGMA auto_vacuum').values()).toEqual([[2]]);
  expect(compacted.query('SELECT name FROM settings').values().flat()).toEqual(['kept']);
  compacted.close();
});

describe('freed space', () => {
  const deleteAll = async () => {
    const other = new Database(path);
    other.run('PRAGMA busy_timeout = 5000');
    other.run('DELETE FROM settings');
    other.close();
  };

  test('is returned to the file system during writes, except for a reserve for new data', async () => {
    await grow(12);
    await deleteAll();
    expect(file().measure().freeBytes).toBeGreaterThan(11 * mebibyte);
    const keptBytes = 2 * mebibyte;
    const job = startFileMaintenance({ file: file(), log, intervalMs: 5, checkpointBytes: 0, keptBytes });
    let writes = 0;
    await until('the file to shrink', async () => {
      await save('while it shrinks');
      writes++;
      store.refresh();
      return statSync(path).size < 4 * mebibyte;
    });
    await job.stop();
    expect(writes).toBeGreaterThan(1);
    expect(logged).toEqual([]);
    expect(file().measure().freeBytes).toBeGreaterThan(keptBytes / 2);
    const reader = new Database(path);
    expect(reader.query('PRAGMA integrity_check').values()).toEqual([['ok']]);
    expect(reader.query("SELECT count(*) FROM settings WHERE value = 'while it shrinks'").values()).toEqual([[writes]]);
    reader.close();
  });
});
