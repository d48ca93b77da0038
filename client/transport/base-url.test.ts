import { expect, test } from 'bun:test';
import { interfaceUrl } from './base-url.ts';

test('the address may end before or with /v1, with or without a slash', () => {
  const spellings = ['https://a.example', 'https://a.example/', 'https://a.example/v1', 'https://a.example/v1//'];
  expect(spellings.map(interfaceUrl)).toEqual(spellings.map(() => 'https://a.example/v1'));
});

test('a path and a port before /v1 are kept', () => {
  expect(interfaceUrl('http://a.example:8080/pets/')).toBe('http://a.example:8080/pets/v1');
});

test('what is no address of a server is refused with the reason', () => {
  for (const text of ['', 'pets.example.org', 'ftp://a.example', '/v1']) {
    expect(() => interfaceUrl(text)).toThrow(`"${text}" is not an http or https address`);
  }
  for (const text of ['https://me:secret@a.example', 'https://a.example?x=1', 'https://a.example#x']) {
    expect(() => interfaceUrl(text)).toThrow('must not carry');
  }
});
