import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busyMs, readState, readWal } from './process-usage.ts';

const stat = `cpu  111 2 33 4000 50 60 70 8 0 0
cpu0 100 1 30 2000 25 30 35 4 0 0
cpu1 11 1 3 2000 25 30 35 4 0 0
intr 1 2 3`;

test('busy time of a core includes programs and time stolen by the host, but not waiting and interrupts', () => {
  expect(busyMs(stat, ['1'])).toBe(190);
  expect(busyMs(stat, ['0', '1'])).toBe(1_540);
  expect(busyMs(stat, [''])).toBe(1_540);
});

test.if(process.platform === 'linux')('reads the memory, descriptors and threads of a process', async () => {
  const { memoryBytes, descriptors, threads } = await readState(process.pid);
  expect(memoryBytes).toBeGreaterThan(1_000_000);
  expect(descriptors).toBeGreaterThan(2);
  expect(threads).toBeGreaterThan(0);
});

test('a write-ahead log that restarts keeps its size, and the restart is counted', async () => {
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
