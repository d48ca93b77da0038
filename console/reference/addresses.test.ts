import { expect, test } from 'bun:test';
import { anchorOf, interfaceAddress, linkTo } from './addresses.ts';

const servers = (...urls: string[]) => urls.map((url) => ({ url, description: '' }));
const both = servers('https://pets.example.org/v1', 'https://staging.example.org/v1');

test.each([
  ['https://pets.example.org/docs', both, 'https://pets.example.org/v1'],
  ['https://staging.example.org/docs#listPets', both, 'https://staging.example.org/v1'],
  ['http://127.0.0.1:8080/docs', both, 'http://127.0.0.1:8080/v1'],
  ['http://localhost:8080/docs', servers('http://127.0.0.1:8080/v1'), 'http://localhost:8080/v1'],
  ['https://h.example.org/store/docs', servers('https://h.example.org/store/v1'), 'https://h.example.org/store/v1'],
  ['http://127.0.0.1:8080/docs', servers('https://h.example.org/store/v1'), 'http://127.0.0.1:8080/v1'],
  ['http://localhost:9000/store/docs', servers('https://h.example.org/store/v1'), 'http://localhost:9000/store/v1'],
  ['http://localhost/docs', servers('/v1/'), 'http://localhost/v1'],
  ['http://localhost/docs', servers('https://{host}/v1', '/v2'), 'http://localhost/v2'],
  ['http://localhost/docs', [], 'http://localhost'],
])('the page %s sends requests to the server that it was loaded from', (page, all, address) => {
  expect(interfaceAddress(all, page)).toBe(address);
});

test.each(['listPets', 'schema/Pet', 'tag/zwei Wörter', 'get/pets/{petId}', 'a%b', '100%'])(
  'the link to %s leads to its anchor',
  (anchor) => {
    const { hash } = new URL(linkTo(anchor), 'http://localhost/docs');
    expect(anchorOf(hash)).toBe(anchor);
  },
);

test('an empty or malformed fragment names no anchor', () => {
  expect([anchorOf(''), anchorOf('#%e0')]).toEqual(['', '']);
});
