import { expect, test } from 'bun:test';
import { createRateLimiter, createRateLimitMemory } from './rate-limit.ts';

const start = Date.parse('2026-11-01T12:00:00Z');

const limiterOf = (quota: number, windowMs?: number) =>
  createRateLimiter(quota, createRateLimitMemory('a secret').keys, windowMs);

const take = (limiter: ReturnType<typeof limiterOf>, id: bigint, now: number) => {
  const { isAllowed, remaining, resetSeconds } = limiter.take(id, now);
  return [isAllowed, remaining, resetSeconds];
};

test.each([
  ['a minute', undefined, 60],
  ['a day', 86_400_000, 86_400],
])(
  'a window of %s starts with its first request, and the next one with the first request after its end',
  (_, windowMs, seconds) => {
    const limiter = limiterOf(2, windowMs);
    expect(limiter.peek(1n, start).policy).toBe(`"default";q=2;w=${seconds}`);
    expect(take(limiter, 1n, start)).toEqual([true, 1, seconds]);
    expect(take(limiter, 1n, start + 30_001)).toEqual([true, 0, seconds - 30]);
    expect(take(limiter, 1n, start + seconds * 1_000 - 1)).toEqual([false, 0, 1]);
    expect(take(limiter, 1n, start + seconds * 1_000)).toEqual([true, 1, seconds]);
  },
);

test('each key has its own windows, whatever its id', () => {
  const limiter = limiterOf(1_000_000_000);
  for (const id of [1n, 2n, 65_535n, 2n ** 63n - 1n]) {
    // The last two of these four share a window: their ids are equal modulo 65,536.
    const used = id === 2n ** 63n - 1n ? 2 : 1;
    expect(take(limiter, id, start)).toEqual([true, 1_000_000_000 - used, 60]);
  }
});

test('a clock that is slightly behind that of the window changes nothing, and one that was set back starts another window', () => {
  const limiter = limiterOf(5);
  take(limiter, 1n, start);
  expect(take(limiter, 1n, start - 10)).toEqual([true, 3, 60]);
  expect(take(limiter, 1n, start - 3_600_000)).toEqual([true, 4, 60]);
});
