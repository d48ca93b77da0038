import { expect, test } from 'bun:test';
import { formatSecret, publicKeyPrefixes } from '../catalogue/keys/format.ts';
import { ConfigError, readConfig } from './config.ts';

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

test('there can be 1 to 64 workers, 1 by default', () => {
  expect(['', '1', '64'].map((PETSTORE_WORKERS) => readConfig({ PETSTORE_WORKERS }).workers)).toEqual([1, 1, 64]);
  const error = 'PETSTORE_WORKERS (--workers) must be a whole number from 1 to 64';
  for (const PETSTORE_WORKERS of ['0', '65', '-1', '1.5', 'auto', ' ']) {
    expect(errorsOf({ PETSTORE_WORKERS })).toEqual([error]);
  }
});

test('the admin key cannot be one that stands in web pages', () => {
  const PETSTORE_API_KEY = formatSecret('production', '0'.repeat(30), publicKeyPrefixes);
  expect(errorsOf({ PETSTORE_API_KEY })).toEqual([
    'PETSTORE_API_KEY (--api-key) begins as public keys do (pet_pub_prod_), but has to be an admin key',
  ]);
});

test('a request waits 0 to 30 seconds for PostgreSQL, 2 by default', () => {
  const waits = ['', '0', '30'].map((text) => readConfig({ PETSTORE_DATABASE_WAIT: text }).databaseWaitSeconds);
  expect(waits).toEqual([2, 0, 30]);
  const error = 'PETSTORE_DATABASE_WAIT (--database-wait) must be a whole number from 0 to 30';
  for (const PETSTORE_DATABASE_WAIT of ['31', '-1', '0.5', '2s']) {
    expect(errorsOf({ PETSTORE_DATABASE_WAIT })).toEqual([error]);
  }
});
