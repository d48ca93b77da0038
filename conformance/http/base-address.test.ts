import { expect, test } from 'bun:test';
import { parseBaseAddress, pathBelow } from './base-address.ts';

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1', '', 8080],
  ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1', '', 8080],
  ['https://example.org/shelter/', 'https://example.org/shelter/v1', '/shelter', 443],
  ['https://example.org/shelter/v1', 'https://example.org/shelter/v1', '/shelter', 443],
  ['http://[::1]:81', 'http://[::1]:81/v1', '', 81],
])('%s is the address %s', (text, href, prefix, port) => {
  expect(parseBaseAddress(text)).toMatchObject({ href, prefix, port });
});

test.each([
  'example.org',
  'ftp://example.org',
  'http://',
  'http://a:b@example.org',
  'http://example.org/?x',
  'http://example.org/#x',
])('%s is refused', (text) => {
  expect(() => parseBaseAddress(text)).toThrow('is not the address of a service');
});

test('only addresses below the base address have a path below it', () => {
  const base = parseBaseAddress('http://example.org/shelter');
  expect(pathBelow(base, 'http://example.org/shelter/v1/pets?limit=1')).toBe('/pets?limit=1');
  for (const other of [
    'http://example.org/v1/pets',
    'https://example.org/shelter/v1/pets',
    'http://example.org/shelter/v10/pets',
    '/v1/pets',
  ]) {
    expect([other, pathBelow(base, other)]).toEqual([other, undefined]);
  }
});
