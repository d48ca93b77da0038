import { describe, expect, test } from 'bun:test';
import type { FailureKind } from './failures.ts';
import { RetryPolicy } from './retry-policy.ts';

/** The delays until the work is no longer repeated. Each attempt takes `attemptMs`. */
function delaysOf(policy: RetryPolicy, kind: FailureKind, attemptMs: number): number[] {
  const delays: number[] = [];
  let now = 1_000;
  for (let count = 0; count < 10_000; count++) {
    const delayMs = policy.delayMs(kind, now);
    if (delayMs === undefined) return delays;
    delays.push(delayMs);
    now += delayMs + attemptMs;
  }
  throw new Error('the work is repeated without an end');
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe.each(['lost', 'moved'] as const)('work whose connection is %s', (kind) => {
  test('is repeated at once, and then for as long as a request may wait, however often', () => {
    const delays = delaysOf(new RetryPolicy(2_000), kind, 1);
    expect(delays[0]).toBe(0);
    expect(delays.length).toBeGreaterThan(15);
    expect(sum(delays) + delays.length).toBeGreaterThanOrEqual(2_000);
    expect(sum(delays) + delays.length).toBeLessThan(2_002);
  });

  test('is repeated with pauses, so that it does not keep a server busy', () => {
    expect(delaysOf(new RetryPolicy(30_000), kind, 0).length).toBeLessThan(1_000);
  });

  test('is repeated once if requests do not wait', () => {
    expect(delaysOf(new RetryPolicy(0), kind, 0)).toEqual([0]);
  });

  test('is repeated once if its first attempt took longer than a request may wait', () => {
    expect(delaysOf(new RetryPolicy(2_000), kind, 6_000)).toEqual([0]);
  });
});

test('work that conflicts is repeated for 10 seconds, however often', () => {
  const delays = delaysOf(new RetryPolicy(2_000), 'conflict', 10);
  expect(delays.length).toBeGreaterThan(40);
  expect(sum(delays) + 10 * delays.length).toBeGreaterThanOrEqual(10_000);
  expect(delaysOf(new RetryPolicy(2_000), 'conflict', 5_000)).toHaveLength(2);
});

test('work that adds a duplicate is tried 10 times, and for 10 seconds at most', () => {
  expect(delaysOf(new RetryPolicy(2_000), 'duplicate', 0)).toHaveLength(9);
  expect(delaysOf(new RetryPolicy(2_000), 'duplicate', 5_000)).toHaveLength(2);
});

test.each(['lost', 'conflict'] as const)(
  'failures of the kind %s leave the attempts after a duplicate as they are',
  (kind) => {
    const policy = new RetryPolicy(2_000);
    for (let count = 0; count < 30; count++) policy.delayMs(kind, 1_000);
    expect(delaysOf(policy, 'duplicate', 0)).toHaveLength(9);
  },
);

test.each(['locked', 'busy', 'broken', 'bug'] as const)('work that fails as %s is not repeated', (kind) => {
  expect(new RetryPolicy(2_000).delayMs(kind, 1_000)).toBeUndefined();
});
