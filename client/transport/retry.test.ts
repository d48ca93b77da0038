import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isTransientStatus, readRetryAfterMs, retryDelayMs, wait } from './retry.ts';

test('retries only transient failures', () => {
  const passing = [408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 527, 530].every((status) =>
    isTransientStatus(status, ''),
  );
  const lasting = [400, 401, 403, 404, 409, 410, 412, 422, 500].some((status) =>
    isTransientStatus(status, 'pet_not_available'),
  );
  expect([passing, lasting, isTransientStatus(409, 'idempotency_in_progress')]).toEqual([true, false, true]);
});

test('waits at least as long as the server requested, and at most five seconds longer', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.nat({ max: 60_000 }), chance, (attempt, retryAfterMs, random) => {
      const delayMs = retryDelayMs(attempt, retryAfterMs, random);
      expect(delayMs).toBeGreaterThanOrEqual(retryAfterMs);
      expect(delayMs).toBeLessThanOrEqual(retryAfterMs + 5_000);
    }),
  );
});

test('the upper bound of the delay doubles with each attempt', () => {
  expect([0, 1, 2, 3].map((attempt) => retryDelayMs(attempt, 0, 1))).toEqual([100, 200, 400, 800]);
});

test('reads Retry-After as seconds or as a date, and ignores anything else', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const read = (headers: Record<string, string>) => readRetryAfterMs(new Headers(headers), nowMs);
  const date = 'Thu, 01 Jan 2026 00:00:30 GMT';
  expect(read({ 'Retry-After': '7' })).toBe(7_000);
  expect(read({ 'Retry-After': date })).toBe(30_000);
  expect(read({ 'Retry-After': date, Date: 'Thu, 01 Jan 2026 00:00:10 GMT' })).toBe(20_000);
  expect(read({ 'Retry-After': 'Wed, 31 Dec 2025 00:00:00 GMT' })).toBe(0);
  expect(read({ 'Retry-After': 'soon' })).toBe(0);
  expect(read({})).toBe(0);
});

test('waiting ends at once with the reason of the signal, aborted before or during the wait', async () => {
  const reason = new Error('enough');
  const later = new AbortController();
  setTimeout(() => later.abort(reason), 5);
  await expect(wait(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  await expect(wait(60_000, later.signal)).rejects.toBe(reason);
});
