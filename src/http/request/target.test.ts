import { expect, test } from 'bun:test';
import { createRequestIds } from './target.ts';

test('request ids are unique, and do not ascend with the number of requests', () => {
  const make = createRequestIds();
  const ids = Array.from({ length: 10_000 }, () => make(null));
  expect(new Set(ids).size).toBe(ids.length);
  const [process = ''] = (ids[0] ?? '').split('-');
  expect(ids.filter((id) => !/^\w{10}-[0-9a-z]{1,7}$/.test(id) || !id.startsWith(`${process}-`))).toEqual([]);
  const numbers = ids.map((id) => Number.parseInt(id.slice(process.length + 1), 36));
  const ascents = numbers.filter((number, index) => number > (numbers[index - 1] ?? number)).length;
  // Of a random order half of them.
  expect(ascents).toBeWithin(4_500, 5_500);
  // Nor do their distances repeat, from which a client could tell how many came between two of its own.
  const distances = new Set(numbers.map((number, index) => number - (numbers[index - 1] ?? 0)));
  expect(distances.size).toBeGreaterThan(9_900);
});

test('a usable request id of the client is kept', () => {
  const make = createRequestIds();
  expect([make('trace:1'), make('two words').includes(' '), make('')]).toEqual(['trace:1', false, expect.any(String)]);
});
