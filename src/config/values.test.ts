import { expect, test } from 'bun:test';
import { origins, petStatusList, publicUrl } from './values.ts';

test.each([
  ['https://приют.рф', 'https://xn--h1andj3d.xn--p1ai'],
  ['https://Pets.Example.org:443/', 'https://pets.example.org'],
  ['http://x.org:8080/a>b//', 'http://x.org:8080/a%3Eb'],
  ['https://x.org/приют', 'https://x.org/%D0%BF%D1%80%D0%B8%D1%8E%D1%82'],
])('the public address %s is stored as %s', (text, value) => {
  expect(publicUrl(text)).toEqual({ value });
});

test.each([
  'https://x.org\n',
  ' https://x.org',
  'https://x\n.org',
  'https://u:pw@x.org',
  'https://u@x.org',
  'https://x.org/?',
  'https://x.org/#',
  'https://x.org?a=b',
  'https://x.org/v1/',
  'https://x.org/a/../v1',
  'ftp://x.org',
  'x.org',
])('%j is not a public address', (text) => {
  expect(publicUrl(text)).toHaveProperty('mustBe');
});

test.each(['https://*.example', 'https://a.example,https://*', 'a.example', 'https://a.example/', 'null'])(
  '%j are not web origins',
  (text) => expect(origins(text)).toEqual({ mustBe: expect.stringContaining('without wildcards, or * for all') }),
);

test.each(['*', 'https://a.example', 'https://a.example, http://localhost:5173'])('%j are web origins', (text) =>
  expect(origins(text)).toEqual({ value: text.split(', ') }),
);

test.each([
  ['available', ['available']],
  ['sold, available', ['available', 'sold']],
  ['pending,sold,available', ['available', 'pending', 'sold']],
] as const)('%j are statuses of animals', (text, value) => expect(petStatusList(text)).toEqual({ value }));

test.each(['', 'adopted', 'Available', 'available,', 'available,available', 'available pending'])(
  '%j are not statuses of animals',
  (text) => expect(petStatusList(text)).toEqual({ mustBe: expect.stringContaining('available, pending, sold') }),
);
