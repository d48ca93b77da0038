import { expect, test } from 'bun:test';
import { findLink } from './link.ts';

test('finds the link with the relation among others, in every syntax that RFC 8288 allows', () => {
  const headers = [
    '<https://a/next>; rel="next"',
    '<https://a/next>;rel=next',
    '<https://a/next> ; REL = "prev Next"',
    '<https://a/1>; rel="prev", <https://a/next>; rel="next"; title="the, next; one"',
    '<https://a/1>; rel="sunset"; title="<x>; rel=\\"next\\"", <https://a/next>; title=x; rel=next',
  ];
  expect(headers.map((header) => findLink(header, 'next'))).toEqual(headers.map(() => 'https://a/next'));
});

test('finds nothing if no link has the relation', () => {
  const headers = [null, '', 'next', '<https://a>', '<https://a>; rel="nextish"', '<https://a>; title="x; rel=next"'];
  expect(headers.map((header) => findLink(header, 'next'))).toEqual(headers.map(() => undefined));
});

test('uses only the first rel parameter of a link', () => {
  expect(findLink('<https://a>; rel="prev"; rel="next"', 'next')).toBeUndefined();
});
