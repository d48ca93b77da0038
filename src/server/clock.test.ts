import { beforeEach, expect, test } from 'bun:test';
import { createSteadyClock } from './clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let wall: number;
let monotonic: number;
let uptime: number;
let clock: ReturnType<typeof createSteadyClock>;
beforeEach(() => {
  [wall, monotonic, uptime] = [1_000_000_000, 500, 700];
  clock = createSteadyClock(wall, { monotonic: () => monotonic, uptime: () => uptime });
});
function pass(ms: number): void {
  wall += ms;
  monotonic += ms;
  uptime += ms;
}

test('advances between comparisons, and follows small corrections', () => {
  pass(1_500.7);
  expect(clock.now()).toBe(1_000_001_500);
  wall -= 40_000;
  expect(clock.follow(wall)).toBe(0);
  expect(clock.now()).toBe(Math.floor(wall));
});

test('ignores a jump ahead and back', () => {
  wall += 25 * hourMs;
  expect(clock.follow(wall)).toBe(25 * hourMs);
  pass(10 * minuteMs);
  expect(clock.follow(wall)).toBe(25 * hourMs);
  expect(clock.now()).toBe(1_000_000_000 + 10 * minuteMs);
  wall -= 25 * hourMs;
  expect(clock.follow(wall)).toBe(0);
  expect(clock.now()).toBe(wall);
});

test('follows a jump that lasts for an hour; another jump restarts the hour', () => {
  wall -= 3 * hourMs;
  clock.follow(wall);
  pass(59 * minuteMs);
  wall += 5 * hourMs;
  expect(clock.follow(wall)).toBe(2 * hourMs);
  pass(59 * minuteMs);
  expect(clock.follow(wall)).toBe(2 * hourMs);
  pass(minuteMs);
  expect(clock.follow(wall)).toBe(0);
  expect(clock.now()).toBe(wall);
});

test('includes the time for which the machine was suspended', () => {
  wall += 8 * hourMs;
  uptime += 8 * hourMs + 900;
  expect(clock.follow(wall)).toBe(0);
  expect(clock.now()).toBe(wall);
});
