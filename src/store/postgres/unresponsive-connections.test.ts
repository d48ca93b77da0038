import { expect, test } from 'bun:test';
import { areCommitsBlocked } from './unresponsive-connections.ts';

const never = Number.NEGATIVE_INFINITY;
const responded = Promise.resolve();
const isBlocked = (agoMs: number, checks: number, committedAgoMs = Number.POSITIVE_INFINITY) => {
  const now = performance.now();
  const pendingCommit = { sentAt: now - agoMs, checks, responded };
  const other = { pendingCommit: undefined, committedAt: now - committedAgoMs };
  return areCommitsBlocked([{ pendingCommit, committedAt: never }, other]);
};

test('a COMMIT is blocked after two seconds and two checks without a response to it or to a later one', () => {
  expect(isBlocked(2_100, 2)).toBe(true);
  expect(isBlocked(1_000, 2)).toBe(false);
  expect(isBlocked(2_100, 2, 1_000)).toBe(false);
});

test('after a pause of the whole process it is not yet', () => {
  expect(isBlocked(60_000, 1)).toBe(false);
});
