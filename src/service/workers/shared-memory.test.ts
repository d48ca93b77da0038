import { expect, test } from 'bun:test';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { RateLimiter, rateLimitWindowsBytes } from '../../http/auth/rate-limit.ts';
import { makeSharedMemory, openSharedMemory, removeSharedMemory } from './shared-memory.ts';

test('what one writes the others read, and nobody else may', () => {
  const path = makeSharedMemory(16);
  const [one, other] = [openSharedMemory(path), openSharedMemory(path)];
  one[3] = 7;
  expect([...other]).toEqual([0, 0, 0, 7, ...Array(12).fill(0)]);
  expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  removeSharedMemory(path);
  expect([existsSync(dirname(path)), other[3]]).toEqual([false, 7]);
});

test('processes that share the memory let through together what one would', async () => {
  const path = makeSharedMemory(rateLimitWindowsBytes);
  const program = `
    import { RateLimiter } from ${JSON.stringify(Bun.resolveSync('../../http/auth/rate-limit.ts', import.meta.dir))};
    const limiter = new RateLimiter(600_000, Bun.mmap(${JSON.stringify(path)}, { shared: true }));
    let allowed = 0;
    for (let count = 0; count < 300_000; count++) allowed += Number(limiter.take(7n, 1e12).isAllowed);
    console.log(allowed);`;
  const processes = [1, 2, 3].map(() => Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' }));
  const allowed = await Promise.all(processes.map(async ({ stdout }) => Number(await new Response(stdout).text())));
  expect(allowed.reduce((sum, count) => sum + count)).toBe(600_000);
  expect(new RateLimiter(600_001, openSharedMemory(path)).take(7n, 1e12).remaining).toBe(0);
  removeSharedMemory(path);
});
