import { expect, test } from 'bun:test';
import { parseDuration, parseTimeout } from './options.ts';

test('a duration is a number and a unit', () => {
  expect(['0s', '90s', '15m', '24h', '365d'].map((text) => parseDuration(text, '--every'))).toEqual([
    0, 90_000, 900_000, 86_400_000, 31_536_000_000,
  ]);
  for (const text of ['', '5', 's', '-1s', '1.5h', '1h30m', '1w', '1234567s']) {
    expect(() => parseDuration(text, '--every')).toThrow('--every must be a number and a unit');
  }
});

test('a timeout is one that a timer can have', () => {
  expect([parseTimeout('1s', '--timeout'), parseTimeout('24d', '--timeout')]).toEqual([1_000, 2_073_600_000]);
  for (const text of ['0s', '25d', '999999d']) {
    expect(() => parseTimeout(text, '--timeout')).toThrow('--timeout must be from 1s to 24d');
  }
});
