import { expect, test } from 'bun:test';
import { accepts, prefersGzip, prefersToJson } from './accept.ts';

const problem = 'application/problem+json';

test.each([
  [null, false],
  ['', false],
  ['*/*', false],
  ['application/problem+json', true],
  ['Application/Problem+JSON', true],
  ['application/json, application/problem+json', true],
  ['application/json, application/problem+json;q=0.9', false],
  ['application/json;q=0.5, application/problem+json;q=0.5', true],
  ['application/problem+json;q=0.001, */*;q=0.01', false],
  ['application/problem+json;q=0', false],
  ['application/problem+json;q=0.5,', true],
  ['application/problem+json;q=0.9, application/*;q=0.8', true],
] as const)('Accept: %p prefers a type to JSON: %p', (accept, expected) => {
  expect(prefersToJson(problem, accept)).toBe(expected);
});

test.each([
  [null, true],
  ['', true],
  [', ,', true],
  ['text/html,', false],
  ['*/*', true],
  ['application/*;q=0.1', true],
  ['application/json', false],
  ['application/vnd.example+json', true],
  ['*/*, application/vnd.example+json;q=0', false],
] as const)('Accept: %p covers a type: %p', (accept, expected) => {
  expect(accepts('application/vnd.example+json', accept)).toBe(expected);
});

test.each([
  [null, false],
  ['', false],
  ['br', false],
  ['gzip', true],
  ['GZIP;q=0.5', true],
  ['GZIP ; q=1', true],
  ['br, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000, br', false],
  ['gzip;q=0.001, identity', false],
  ['xgzip', false],
  ['*;q=0', false],
] as const)('Accept-Encoding: %p takes gzip: %p', (acceptEncoding, expected) => {
  expect(prefersGzip(acceptEncoding)).toBe(expected);
});
