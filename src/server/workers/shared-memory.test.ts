import { afterAll, expect, test } from 'bun:test';
import { closeSync, fstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { createRateLimiter, rateLimitMemoryBytes } from '../../http/auth/rate-limit.ts';
import { makeSharedMemory, openSharedMemory } from './shared-memory.ts';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

test('a write is visible to all other processes, and no file remains, even after a process is killed', () => {
  const memory = makeSharedMemory(16, [scratch.path]);
  expect([readdirSync(scratch.path), fstatSync(memory).nlink, fstatSync(memory).mode & 0o777]).toEqual([[], 0, 0o600]);
  const [one, other] = [openSharedMemory(memory), openSharedMemory(memory)];
  one[3] = 7;
  expect([...other]).toEqual([0, 0, 0, 7, ...Array(12).fill(0)]);
  closeSync(memory);
});

test('survives the removal of the folder in which it was created', () => {
  const folder = join(scratch.path, 'cleaned');
  expect(() => makeSharedMemory(16, [folder])).toThrow('workers need a temporary folder, which TMPDIR can name');
  const inner = makeScratchFolder();
  const memory = makeSharedMemory(16, [folder, inner.path]);
  rmSync(inner.path, { recursive: true });
  openSharedMemory(memory)[0] = 1;
  expect(openSharedMemory(memory)[0]).toBe(1);
  closeSync(memory);
});

test('processes that share the memory together allow as many requests as one process would', async () => {
  const memory = makeSharedMemory(rateLimitMemoryBytes);
  const program = `
    import { createRateLimiter } from ${JSON.stringify(Bun.resolveSync('../../http/auth/rate-limit.ts', import.meta.dir))};
    import { openSharedMemory } from ${JSON.stringify(Bun.resolveSync('./shared-memory.ts', import.meta.dir))};
    const limiter = createRateLimiter(600_000, openSharedMemory(3));
    let allowed = 0;
    for (let count = 0; count < 300_000; count++) allowed += Number(limiter.take(7n, 1e12).isAllowed);
    console.log(allowed);`;
  const allowedBy = async () => {
    const child = Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'pipe', 'inherit', memory] });
    return Number(await new Response(child.stdout).text());
  };
  const allowed = await Promise.all([1, 2, 3].map(allowedBy));
  expect(allowed.reduce((sum, count) => sum + count)).toBe(600_000);
  expect(createRateLimiter(600_001, openSharedMemory(memory)).take(7n, 1e12).remaining).toBe(0);
  closeSync(memory);
});
