import { expect, test } from 'bun:test';
import { createTimeout } from './timeouts.ts';

const tooLate = () => new Error('too late');

test('resolves or rejects like a promise that settles in time', async () => {
  const inTime = createTimeout(60_000, tooLate);
  expect(await inTime(Promise.resolve('here'))).toBe('here');
  const failure = await inTime(Promise.reject(new Error('broken'))).catch((error) => error);
  expect(failure.message).toBe('broken');
});

test('rejects a promise that takes too long, and no other', async () => {
  const inTime = createTimeout(1, tooLate);
  const slow = Promise.withResolvers<string>();
  const thrown = await inTime(slow.promise).catch((error) => error);
  expect(thrown.message).toBe('too late');
  slow.resolve('at last');
  expect(await inTime(Promise.resolve('next'))).toBe('next');
});
