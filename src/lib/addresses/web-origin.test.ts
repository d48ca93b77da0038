import { expect, test } from 'bun:test';
import { findOriginError, includesOrigin } from './web-origin.ts';

test.each(['https://shelter.example', 'http://localhost:5173', 'https://[::1]:8443', '*'])(
  '%s is an origin',
  (text) => {
    expect(findOriginError(text)).toBeUndefined();
  },
);

test.each([
  ['https://shelter.example/', ['origin_would_be', 'https://shelter.example']],
  ['HTTPS://Shelter.Example:443/a?b#c', ['origin_would_be', 'https://shelter.example']],
  ['https://köln.example', ['origin_would_be', 'https://xn--kln-sna.example']],
  ['shelter.example', ['origin', 'https://shelter.example.org']],
  ['null', ['origin', 'https://shelter.example.org']],
  ['https://*.shelter.example', ['origin', 'https://shelter.example.org']],
  ['ftp://shelter.example', ['origin', 'https://shelter.example.org']],
  ['https://user@shelter.example', ['origin', 'https://shelter.example.org']],
  ['https://a.example https://b.example', ['origin', 'https://shelter.example.org']],
])('%j is none, and the fault is %j', (text, hint) => {
  expect<unknown>(findOriginError(text)).toEqual(hint);
});

test('an origin is in a list only exactly, or if the list has all', () => {
  const list = new Set(['https://shelter.example']);
  expect(includesOrigin(list, 'https://shelter.example')).toBe(true);
  for (const origin of [
    'http://shelter.example',
    'https://shelter.example:8443',
    'https://a.shelter.example',
    'null',
  ]) {
    expect(includesOrigin(list, origin)).toBe(false);
    expect(includesOrigin(new Set(['*']), origin)).toBe(true);
  }
});
