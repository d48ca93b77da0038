import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../../tests/support/scratch.ts';
import { findLogDamage } from './write-ahead-log.ts';

let folder: ScratchFolder;
beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

const pageBytes = 4_096;

/** The log after one commit of this many pages, on a copy of a database with a few commits in its log. */
function logAfter(pages: number, commits = 1): Buffer {
  const path = join(folder.path, `${pages}.db`);
  for (const suffix of ['', '-wal']) cpSync(join(folder.path, `base.db${suffix}`), `${path}${suffix}`);
  const db = new Database(path);
  for (let commit = 0; commit < commits; commit++) db.run('INSERT INTO t VALUES (zeroblob(?))', [pages * pageBytes]);
  const log = readFileSync(`${path}-wal`);
  db.close();
  return log;
}

function damageOf(log: Buffer): string | undefined {
  const path = join(folder.path, 'log');
  writeFileSync(path, log);
  return findLogDamage(path);
}

beforeEach(() => {
  const db = new Database(join(folder.path, 'base.db'), { create: true });
  db.run('PRAGMA journal_mode = WAL');
  db.run('CREATE TABLE t (x)');
  for (const suffix of ['', '-wal'])
    cpSync(join(folder.path, `base.db${suffix}`), join(folder.path, `copy.db${suffix}`));
  db.close();
  for (const suffix of ['', '-wal'])
    cpSync(join(folder.path, `copy.db${suffix}`), join(folder.path, `base.db${suffix}`));
});

test('a damaged frame before two intact commits is corruption; before one it may result from a power cut', () => {
  const flipped = (commits: number) => {
    const before = readFileSync(join(folder.path, 'base.db-wal')).length;
    const log = logAfter(commits + 1, commits);
    log.writeUInt8(log.readUInt8(before - 100) ^ 1, before - 100);
    return damageOf(log);
  };
  expect([flipped(1), flipped(2)]).toEqual([undefined, expect.stringContaining('2 commits follow a damaged frame')]);
});

test('frames of failed commits are not corruption: each overwrites the beginning of the one before', () => {
  const [long, middle, short] = [logAfter(30), logAfter(20), logAfter(10)];
  const log = Buffer.concat([short, middle.subarray(short.length), long.subarray(middle.length)]);
  expect(log.length).toBe(long.length);
  expect([short, middle, long, log].map(damageOf)).toEqual([undefined, undefined, undefined, undefined]);
});
