import { expect, test } from 'bun:test';
import { formatSecret, publicKeyPrefixes } from '../lib/key-format.ts';
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

test.each([
  ['1 to 64 workers, 1', 'PETSTORE_WORKERS', 'workers', [1, 1, 64]],
  ['0 to 30 seconds of waiting for PostgreSQL, 2', 'PETSTORE_DATABASE_WAIT', 'databaseWaitSeconds', [2, 0, 30]],
] as const)('there can be %s by default', (_, variable, setting, [usual, least, most]) => {
  const read = (text: string) => readConfig({ [variable]: text })[setting];
  expect(['', `${least}`, `${most}`].map(read)).toEqual([usual, least, most]);
  const option = variable.slice('PETSTORE_'.length).toLowerCase().replace('_', '-');
  const error = `${variable} (--${option}) must be a whole number from ${least} to ${most}`;
  for (const text of [`${least - 1}`, `${most + 1}`, '-1', '1.5', '2s', ' '])
    expect(errorsOf({ [variable]: text })).toEqual([error]);
});

test('the admin key cannot be one that stands in web pages', () => {
  const PETSTORE_API_KEY = formatSecret('production', '0'.repeat(30), publicKeyPrefixes);
  expect(errorsOf({ PETSTORE_API_KEY })).toEqual([
    'PETSTORE_API_KEY (--api-key) begins as public keys do (pet_pub_prod_), but has to be an admin key',
  ]);
});

test('a currency is one of ISO 4217', () => {
  expect(readConfig({ PETSTORE_CURRENCY: 'EUR' }).currency).toBe('EUR');
  for (const text of ['eur', 'EU', 'XYZ', '€']) {
    expect(() => readConfig({ PETSTORE_CURRENCY: text })).toThrow(
      'PETSTORE_CURRENCY (--currency) must be the code of a currency (ISO 4217), such as EUR',
    );
  }
});
