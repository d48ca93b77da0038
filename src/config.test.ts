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

test('there are 1 to 64 workers, and 1 unless it is said', () => {
  expect(['', '1', '64'].map((PETSTORE_WORKERS) => readConfig({ PETSTORE_WORKERS }).workers)).toEqual([1, 1, 64]);
  const fault = 'PETSTORE_WORKERS (--workers) must be a whole number from 1 to 64';
  for (const PETSTORE_WORKERS of ['0', '65', '-1', '1.5', 'auto', ' ']) {
    expect(faultsOf({ PETSTORE_WORKERS })).toEqual([fault]);
  }
});
