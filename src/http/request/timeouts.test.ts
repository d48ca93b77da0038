import { expect, test } from 'bun:test';
import { Timeouts } from './timeouts.ts';

const tooLate = () => new Error('too late');

test('gives what came in time, and the rejection of what failed by itself', async () => {
  const patience = new Timeouts(60_000);
  expect(await patience.wait(Promise.resolve('here'), tooLate)).toBe('here');
  const failure = await patience.wait(Promise.reject(new Error('broken')), tooLate).catch((thrown) => thrown);
  expect(failure.message).toBe('broken');
});

test('gives up what takes too long, and only that', async () => {
  const patience = new Timeouts(1);
  const slow = Promise.withResolvers<string>();
  const given = await patience.wait(slow.promise, tooLate).catch((thrown) => thrown);
  expect(given.message).toBe('too late');
  slow.resolve('at last');
  expect(await patience.wait(Promise.resolve('next'), tooLate)).toBe('next');
});
