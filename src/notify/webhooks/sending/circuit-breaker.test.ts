import { expect, test } from 'bun:test';
import { CircuitBreaker } from './circuit-breaker.ts';

const second = 1_000;

test('opens at the third failure in a row, and doubles the pause with each further failure, up to ten minutes', () => {
  const breaker = new CircuitBreaker();
  const pauses: number[] = [];
  let now = 0;
  for (let failure = 1; failure <= 12; failure++) {
    breaker.recordFailure(now);
    const failedAt = now;
    while (!breaker.allows(now)) now += second;
    pauses.push((now - failedAt) / second);
  }
  expect(pauses).toEqual([0, 0, 5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  breaker.recordSuccess();
  expect([breaker.isOpen, breaker.allows(now)]).toEqual([false, true]);
});

test('failures of requests that were in flight when the pause began do not extend it', () => {
  const breaker = new CircuitBreaker();
  for (let failure = 1; failure <= 8; failure++) breaker.recordFailure(0);
  expect([breaker.allows(5 * second - 1), breaker.allows(5 * second)]).toEqual([false, true]);
});

test('adopts a stored failure only at the start, and its removal at any time', () => {
  const started = new CircuitBreaker();
  started.adopt(true);
  expect([started.isOpen, started.allows(0)]).toEqual([true, true]);
  const running = new CircuitBreaker();
  running.adopt(false);
  running.adopt(true);
  expect(running.isOpen).toBe(false);
  for (let failure = 1; failure <= 3; failure++) running.recordFailure(0);
  running.adopt(true);
  expect(running.allows(0)).toBe(false);
  running.adopt(false);
  expect([running.isOpen, running.allows(0)]).toEqual([false, true]);
});

test('a clock that is set back does not extend a pause', () => {
  const breaker = new CircuitBreaker();
  for (let failure = 1; failure <= 3; failure++) breaker.recordFailure(1_000_000_000);
  expect(breaker.allows(0)).toBe(true);
});
