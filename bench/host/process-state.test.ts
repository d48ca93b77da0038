import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readState, readWal } from './process-state.ts';

test.if(process.platform === 'linux')('a process holds memory, descriptors and threads', async () => {
  const { memoryBytes, descriptors, threads } = await readState(process.pid);
  expect(memoryBytes).toBeGreaterThan(1_000_000);
  expect(descriptors).toBeGreaterThan(2);
  expect(threads).toBeGreaterThan(0);
});

test('a write-ahead log keeps its size when it begins again, and counts that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-test-bench-'));
  const path = join(folder, 'file.db');
  const db = new Database(path);
  try {
    db.run('PRAGMA journal_mode = WAL');
    db.run('CREATE TABLE things (name TEXT)');
    const before = await readWal(path);
    db.run('PRAGMA wal_checkpoint(PASSIVE)');
    db.run("INSERT INTO things VALUES ('one')");
    const after = await readWal(path);
    expect(before.walBytes).toBeGreaterThan(0);
    expect(after).toEqual({ walBytes: before.walBytes, walRestarts: before.walRestarts + 1 });
  } finally {
    db.close(true);
    rmSync(folder, { recursive: true, force: true });
  }
});
