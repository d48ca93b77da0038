import { describe, expect, test } from 'bun:test';
import { hidePassword, readPostgresUrl, serverName } from './database-url.ts';

test('parses every part of a URL, percent-decoded', () => {
  expect(readPostgresUrl('postgres://pet%40store:p%3Aw%2F@db.example.org:6432/pet%20store?sslmode=require')).toEqual({
    servers: [{ host: 'db.example.org', port: 6432 }],
    user: 'pet@store',
    password: 'p:w/',
    database: 'pet store',
    applicationName: 'petstore',
    tls: 'require',
    rootCertificate: undefined,
  });
});

test('parses several hosts in order, each with its own port or the default port', () => {
  const address = readPostgresUrl('postgresql://u@one,two:5433,[::1],[fe80::2]:5434/d?application_name=shop');
  expect(address?.servers.map(serverName)).toEqual(['one:5432', 'two:5433', '[::1]:5432', '[fe80::2]:5434']);
  expect([address?.password, address?.applicationName]).toEqual([undefined, 'shop']);
});

test('takes PGSSLMODE and PGSSLROOTCERT where the URL says nothing, as libpq does', () => {
  const read = (query = '') => {
    const address = readPostgresUrl(`postgres://u@h/d${query}`);
    return address && [address.tls, address.rootCertificate];
  };
  try {
    Object.assign(process.env, { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/root.pem' });
    expect(read()).toEqual(['verify-full', '/root.pem']);
    expect(read('?sslmode=require&sslrootcert=/own.pem')).toEqual(['require', '/own.pem']);
    expect(read('?sslmode=disable')).toEqual(['disable', undefined]);
    process.env['PGSSLMODE'] = 'bogus';
    expect([read(), read('?sslmode=disable')]).toEqual([undefined, ['disable', undefined]]);
  } finally {
    for (const name of ['PGSSLMODE', 'PGSSLROOTCERT']) delete process.env[name];
  }
});

describe('rejects a URL', () => {
  test.each([
    ['of another kind', 'mysql://u:p@h/d'],
    ['without a user', 'postgres://h/d'],
    ['without a host', 'postgres://u:p@/d'],
    ['without a database', 'postgres://u:p@h'],
    ['with an empty host among others', 'postgres://u:p@h,,i/d'],
    ['with a port out of range', 'postgres://u:p@h:65536/d'],
    ['with a port of letters', 'postgres://u:p@h:abc/d'],
    ['with an unknown sslmode', 'postgres://u:p@h/d?sslmode=on'],
    ['with a parameter that would have no effect', 'postgres://u:p@h/d?pool_max=3'],
    ['with a broken escape', 'postgres://u:p%zz@h/d'],
  ])('%s', (_, url) => {
    expect(readPostgresUrl(url)).toBeUndefined();
  });
});

test('shows a URL without its password, and one without a password unchanged', () => {
  expect(hidePassword('postgres://u:p%40ss@one,two:5433/d?sslmode=require')).toBe(
    'postgres://u@one,two:5433/d?sslmode=require',
  );
  expect(hidePassword('postgresql://u@h/d')).toBe('postgresql://u@h/d');
  expect(hidePassword('sqlite:data/petstore.db')).toBe('sqlite:data/petstore.db');
});
