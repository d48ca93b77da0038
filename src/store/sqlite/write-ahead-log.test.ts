import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { cpSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../../tests/support/scratch.ts';
import { requireCompleteFiles } from './file-faults.ts';
import type { Read } from './write-ahead-log.ts';

let folder: ScratchFolder;
beforeEach(() => {
  folder = makeScratchFolder();
});
afterEach(() => folder.remove());

const pageBytes = 4_096;

/** Copies a database and its log to another name in the folder. */
function copy(from: string, to: string): void {
  for (const suffix of ['', '-wal']) cpSync(join(folder.path, `${from}${suffix}`), join(folder.path, `${to}${suffix}`));
}

/** The log after one commit of this many pages, on a copy of a database with a few commits in its log. */
function logAfter(pages: number, commits = 1): Buffer {
  const path = join(folder.path, `${pages}.db`);
  copy('base.db', `${pages}.db`);
  const db = new Database(path);
  for (let commit = 0; commit < commits; commit++) db.run('INSERT INTO t VALUES (zeroblob(?))', [pages * pageBytes]);
  const log = readFileSync(`${path}-wal`);
  db.close();
  return log;
}

function damageOf(log: Buffer): string | undefined {
  const path = join(folder.path, 'with-log.db');
  cpSync(join(folder.path, 'base.db'), path);
  writeFileSync(`${path}-wal`, log);
  return refusalOf(path);
}

function refusalOf(path: string, read?: Read): string | undefined {
  try {
    requireCompleteFiles(path, read);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

beforeEach(() => {
  const db = new Database(join(folder.path, 'base.db'), { create: true });
  db.run('PRAGMA journal_mode = WAL');
  db.run('CREATE TABLE t (x)');
  copy('base.db', 'copy.db');
  db.close();
  copy('copy.db', 'base.db');
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

describe('while a server writes', () => {
  let db: Database;
  let path: string;
  let log: string;
  const commit = (commits: number) => {
    for (let count = 0; count < commits; count++) db.run('INSERT INTO t VALUES (zeroblob(?))', [pageBytes]);
  };
  beforeEach(() => {
    path = join(folder.path, 'live.db');
    log = `${path}-wal`;
    db = new Database(path, { create: true });
    db.run('PRAGMA journal_mode = WAL');
    db.run('PRAGMA synchronous = OFF');
    db.run('PRAGMA wal_autocheckpoint = 0');
    db.run('CREATE TABLE t (x)');
    commit(400);
    // The next commits overwrite the first of these, and leave the rest behind.
    db.run('PRAGMA wal_checkpoint(RESTART)');
    commit(10);
    expect(Math.ceil(statSync(log).size / 2 ** 20)).toBe(5);
  });
  afterEach(() => db.close());

  /** What is found when some reads are preceded by work. Returns the number of reads, too. */
  function damageDuring(before: (read: number) => void): [damage: string | undefined, reads: number] {
    let reads = 0;
    const damage = refusalOf(path, (file, offset, length) => {
      before(++reads);
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    });
    return [damage, reads];
  }

  test('a frame that is written after it was read is no damage', () => {
    // The third read is that of the second mebibyte: commits reach into it.
    const [damage, reads] = damageDuring((read) => read === 3 && commit(150));
    expect(damage).toBeUndefined();
    // The first walk has found something, and the second has not.
    expect(reads).toBe(14);
  });

  test('nor is one in a log that goes on being written during the second walk', () => {
    // Each walk reads the header, five parts and the header again. Commits reach into the third part of the second walk.
    const [damage, reads] = damageDuring((read) => (read === 3 || read === 11) && commit(140));
    expect([damage, reads]).toEqual([undefined, 14]);
  });

  test('a log that begins anew or is emptied is no damage', () => {
    const checkpoint = (mode: string) => db.run(`PRAGMA wal_checkpoint(${mode})`);
    const anew = damageDuring((read) => {
      if (read !== 3) return;
      checkpoint('RESTART');
      commit(300);
    });
    const emptied = damageDuring((read) => read === 1 && checkpoint('TRUNCATE'));
    expect([anew[0], ...emptied]).toEqual([undefined, undefined, 1]);
  });

  test('damage is found all the same', () => {
    const bytes = readFileSync(log);
    bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
    writeFileSync(log, bytes);
    const [damage] = damageDuring((read) => read === 3 && commit(150));
    expect(damage).toContain('commits follow a damaged frame at byte 32');
  });
});
