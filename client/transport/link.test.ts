import { expect, test } from 'bun:test';
import { findLink } from './link.ts';

test('the link with the relation is found among others, in every spelling that RFC 8288 allows', () => {
  const headers = [
    '<https://a/next>; rel="next"',
    '<https://a/next>;rel=next',
    '<https://a/next> ; REL = "prev Next"',
    '<https://a/1>; rel="prev", <https://a/next>; rel="next"; title="the, next; one"',
    '<https://a/1>; rel="sunset"; title="<x>; rel=\\"next\\"", <https://a/next>; title=x; rel=next',
  ];
  expect(headers.map((header) => findLink(header, 'next'))).toEqual(headers.map(() => 'https://a/next'));
});

test('no link is found where there is none with the relation', () => {
  const headers = [null, '', 'next', '<https://a>', '<https://a>; rel="nextish"', '<https://a>; title="x; rel=next"'];
  expect(headers.map((header) => findLink(header, 'next'))).toEqual(headers.map(() => undefined));
});

test('of two relations in one link only the first parameter counts', () => {
  expect(findLink('<https://a>; rel="prev"; rel="next"', 'next')).toBeUndefined();
});
