import { expect, test } from 'bun:test';
import { createRequestIds } from './target.ts';

test('request ids are unique, and name the process alone', () => {
  const make = createRequestIds();
  const ids = Array.from({ length: 10_000 }, () => make(null));
  expect(new Set(ids).size).toBe(ids.length);
  const [process = ''] = (ids[0] ?? '').split('-');
  expect(ids.filter((id) => !/^\w{10}-[0-9a-f]{16}$/.test(id) || !id.startsWith(`${process}-`))).toEqual([]);
});
