import { expect, test } from 'bun:test';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('one worker is all there can be', () => {
  expect(['', '1'].map((PETSTORE_WORKERS) => faultsOf({ PETSTORE_WORKERS }))).toEqual([[], []]);
  const fault = 'PETSTORE_WORKERS (--workers) must be 1: nothing else is possible in this release';
  for (const PETSTORE_WORKERS of ['2', '0', 'auto', '01']) expect(faultsOf({ PETSTORE_WORKERS })).toEqual([fault]);
});
