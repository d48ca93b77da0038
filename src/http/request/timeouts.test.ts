import { expect, test } from 'bun:test';
import { Timeouts } from './timeouts.ts';

const tooLate = () => new Error('too late');

test('resolves or rejects like a promise that settles in time', async () => {
  const timeouts = new Timeouts(60_000);
  expect(await timeouts.wait(Promise.resolve('here'), tooLate)).toBe('here');
  const failure = await timeouts.wait(Promise.reject(new Error('broken')), tooLate).catch((error) => error);
  expect(failure.message).toBe('broken');
});

test('rejects a promise that takes too long, and no other', async () => {
  const timeouts = new Timeouts(1);
  const slow = Promise.withResolvers<string>();
  const thrown = await timeouts.wait(slow.promise, tooLate).catch((error) => error);
  expect(thrown.message).toBe('too late');
  slow.resolve('at last');
  expect(await timeouts.wait(Promise.resolve('next'), tooLate)).toBe('next');
});
