import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../../tests/support/scratch.ts';
import { Random } from '../../lib/seeded-random.ts';
import { saveSetting } from '../settings.ts';
import { statement } from '../statement.ts';
import type { AnyCommand } from '../store.ts';
import { logMarkSetting } from '../tables.ts';
import { compactFile } from './backup.ts';
import { type FileConnection, openConnection } from './database.ts';
import { requireCompleteFiles } from './file-faults.ts';
import { findMarks, LogWatch, mayBeTorn, readMark } from './log-mark.ts';
import { migrateSqlite } from './sqlite-store.ts';
import { readLog } from './write-ahead-log.ts';
import { runBatch } from './writer.ts';

const pageBytes = 4_096;

let folder: ScratchFolder;
let path: string;
beforeEach(() => {
  folder = makeScratchFolder();
  path = join(folder.path, 'petstore.db');
  migrateSqlite(path);
});
afterEach(() => folder.remove());

const save: AnyCommand = {
  name: 'save',
  run: (tx, { name, value }: { name: string; value: string }) => saveSetting(tx, name, value),
};
/** Changes no page with a mark. */
const addCategory: AnyCommand = {
  name: 'addCategory',
  run: async (tx) => {
    await tx.query(statement<never>("INSERT INTO categories (id, name) SELECT count(*), 'dogs' FROM categories"), []);
  },
};
const commands = new Map([save, addCategory].map((command) => [command.name, command]));

const connectWithOldSqlite = () => ({ ...openConnection(path, 'write'), log: new LogWatch('3.50.4') });

/** The log's header, and the ids of its marks. */
function readMarks(): [header: string | undefined, marks: string[]] {
  const marks: string[] = [];
  const log = readLog(`${path}-wal`, (page) => marks.push(...findMarks(page)));
  return [log?.header.toString('hex'), marks];
}

test('the first transaction of each log marks it with the id in the file, whoever writes and copies it', async () => {
  const random = new Random('marks');
  const writers = [openConnection(path, 'write'), openConnection(path, 'write'), connectWithOldSqlite()];
  writers[0]?.execute('PRAGMA wal_autocheckpoint = 10');
  const [reader, copier] = [new Database(path), new Database(path)];
  const logs = new Set<string | undefined>();
  for (let step = 0; step < 300; step++) {
    // A reader keeps the log from beginning anew, and a checkpoint from copying all of it.
    if (random.chance(0.1)) reader.run(reader.inTransaction ? 'COMMIT' : 'BEGIN; SELECT * FROM settings');
    if (random.chance(0.1)) copier.run(`PRAGMA wal_checkpoint(${random.pick(['PASSIVE', 'RESTART', 'TRUNCATE'])})`);
    // The settings fill several pages, among which the mark moves.
    const input = { name: `k${random.integer(1, 60)}`, value: 'x'.repeat(random.integer(1, 200)) };
    expect(await runBatch(random.pick(writers), commands, [{ name: save.name, input }])).toEqual([
      { output: undefined },
    ]);
    const [header, marks] = readMarks();
    expect(marks).toContain(readMark(path) ?? 'no mark');
    logs.add(header);
  }
  expect(logs.size).toBeGreaterThan(20);
  for (const db of [reader, copier]) db.close();
  for (const writer of writers) writer.close();
});

test('a log that another program has begun is marked by the next transaction', async () => {
  const writer = openConnection(path, 'write');
  const write = () => runBatch(writer, commands, [{ name: addCategory.name, input: null }]);
  for (let count = 0; count < 3; count++) await write();
  const other = new Database(path);
  other.run('PRAGMA wal_checkpoint(RESTART)');
  other.run("INSERT INTO categories (id, name) VALUES (10, 'cats')");
  expect(readMarks()[1]).toEqual([]);
  await write();
  expect(readMarks()[1]).toContain(readMark(path) ?? 'no mark');
  other.close();
  writer.close();
});

test('with SQLite before 3.51 each transaction is marked, and none makes a checkpoint', async () => {
  const [old, ran] = [connectWithOldSqlite(), new Set<string>()];
  const query: FileConnection['query'] = (statement, params) => {
    ran.add(statement.text);
    return old.query(statement, params);
  };
  const writer = { ...old, query };
  for (let count = 0; count < 5; count++) {
    await runBatch(writer, commands, [{ name: addCategory.name, input: null }]);
    expect(new Set(readMarks()[1]).size).toBe(count + 2);
  }
  expect([...ran].filter((text) => text.includes('checkpoint'))).toEqual([]);
  old.close();
});

test('a log that begins with the transaction that compacts the file is marked', () => {
  const [other, before] = [new Database(path), readMark(path)];
  other.run('PRAGMA journal_mode = WAL');
  other.query('SELECT 1 FROM settings').get();
  compactFile(path);
  expect(readMark(path)).not.toBe(before);
  other.close();
});

test('nothing that somebody else has written is run to read a mark', () => {
  const foreign = join(folder.path, 'foreign.db');
  using db = new Database(foreign);
  db.run(`CREATE VIEW Settings (name, value) AS SELECT '${logMarkSetting}', 'foreign/0123456789abcdef after none'`);
  expect(readMark(foreign)).toBeUndefined();
});

test('an id that a power cut has mixed from two says nothing of the log', () => {
  const own = readMark(path) ?? 'no mark';
  const [begin, end] = [`${own.slice(0, -4)}0000`, `${own.slice(0, -8)}1111${own.slice(-4)}`];
  expect(mayBeTorn(path, own, new Set(['none', begin, end]))).toBe(true);
  expect(mayBeTorn(path, own, new Set(['none', begin]))).toBe(false);
});

test('files belong together although a power cut has torn the page with the id', async () => {
  const writer = openConnection(path, 'write');
  await runBatch(writer, commands, [{ name: addCategory.name, input: null }]);
  const [row] = writer.query(
    statement<readonly [bigint]>("SELECT rootpage FROM sqlite_master WHERE name = 'settings'"),
    [],
  );
  const copy = join(folder.path, 'copy.db');
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  const file = readFileSync(path);
  const page = (Number(row?.[0]) - 1) * pageBytes;
  // Its header is of another write than its rows.
  writeFileSync(copy, file.fill(0, page + 512, page + pageBytes));
  writer.close();
  const marks: string[] = [];
  readLog(`${copy}-wal`, (logged) => marks.push(...findMarks(logged)));
  expect(marks).not.toContain(readMark(copy) ?? 'no mark');
  requireCompleteFiles(copy);
});
