import { expect, test } from 'bun:test';
import { interfaceUrl } from './base-url.ts';

test('the address may include /v1 or not, with or without a trailing slash', () => {
  const spellings = ['https://a.example', 'https://a.example/', 'https://a.example/v1', 'https://a.example/v1//'];
  expect(spellings.map(interfaceUrl)).toEqual(spellings.map(() => 'https://a.example/v1'));
});

test('keeps a path and a port before /v1', () => {
  expect(interfaceUrl('http://a.example:8080/pets/')).toBe('http://a.example:8080/pets/v1');
});

test('rejects an invalid server address with the reason', () => {
  for (const text of ['', 'pets.example.org', 'ftp://a.example', '/v1']) {
    expect(() => interfaceUrl(text)).toThrow(`"${text}" is not an http or https address`);
  }
  for (const text of ['https://me:secret@a.example', 'https://a.example?x=1', 'https://a.example#x']) {
    expect(() => interfaceUrl(text)).toThrow('must not carry');
  }
});
