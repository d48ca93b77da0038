import { expect, test } from 'bun:test';
import { findUnknownVariables } from './variable-names.ts';

const known = [
  'PORT',
  'DATABASE_URL',
  'PETSTORE_TLS_KEY',
  'PETSTORE_TLS_CERT',
  'PETSTORE_URL',
  'PETSTORE_RATE_LIMIT',
  'PETSTORE_API_KEY',
];

test.each([
  ['PETSTORE_RATELIMIT', 'PETSTORE_RATE_LIMIT'],
  ['PETSTORE_RTAE_LIMTI', 'PETSTORE_RATE_LIMIT'],
  ['PETSTORE_UR', 'PETSTORE_URL'],
  ['PETSTORE_URLS', 'PETSTORE_URL'],
  ['PETSTORE_TLS_CET', 'PETSTORE_TLS_CERT'],
  ['PETSTORE_APIKEYS', 'PETSTORE_API_KEY'],
  ['PETSTORE_PORT', 'PORT'],
  ['PETSTORE_DATABASE_URL', 'DATABASE_URL'],
])('%s is recognized as a misspelled %s', (name, suggestion) => {
  expect(findUnknownVariables({ [name]: 'x' }, known)).toEqual({
    misspelled: [{ name, suggestion }],
    others: [],
  });
});

test.each(['PETSTORE_RATE', 'PETSTORE_LIMIT_RATE', 'PETSTORE_API_KEYFILES', 'PETSTORE_'])(
  '%s is unknown, and similar to no setting',
  (name) => expect(findUnknownVariables({ [name]: 'x' }, known)).toEqual({ misspelled: [], others: [name] }),
);

test('ignores settings, empty variables and variables of other programs', () => {
  const env = {
    PETSTORE_URL: 'x',
    PORT: '1',
    PETSTORE_RATELIMIT: '',
    PETSTORE_UR: undefined,
    PETSTORES: 'x',
    PATH: 'x',
  };
  expect(findUnknownVariables(env, known)).toEqual({ misspelled: [], others: [] });
});

test('ignores variables that Kubernetes injects for services, but not a port that is set by hand', () => {
  const injected = {
    PETSTORE_SERVICE_HOST: '10.0.0.1',
    PETSTORE_SERVICE_PORT: '80',
    PETSTORE_SERVICE_PORT_HTTP: '80',
    PETSTORE_PORT: 'tcp://10.0.0.1:80',
    PETSTORE_PORT_80_TCP: 'tcp://10.0.0.1:80',
    PETSTORE_PORT_80_TCP_PROTO: 'tcp',
    PETSTORE_PORT_80_TCP_PORT: '80',
    PETSTORE_PORT_80_TCP_ADDR: '10.0.0.1',
    PETSTORE_DB_SERVICE_HOST: '10.0.0.2',
    PETSTORE_DB_PORT: 'tcp://10.0.0.2:5432',
  };
  expect(findUnknownVariables(injected, known)).toEqual({ misspelled: [], others: [] });
  expect(findUnknownVariables({ PETSTORE_DB_PORT: '5432' }, known).others).toEqual(['PETSTORE_DB_PORT']);
});
