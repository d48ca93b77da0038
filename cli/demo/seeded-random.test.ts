import { expect, test } from 'bun:test';
import { Random } from './seeded-random.ts';

const sequence = (random: Random) => Array.from({ length: 100 }, () => random.integer(1, 6));

test('a seed determines the choices, also those of each fork, and another seed gives others', () => {
  const [one, again] = [new Random('seed'), new Random('seed')];
  expect(sequence(one)).toEqual(sequence(again));
  // The choices of the parent in between do not matter.
  expect(sequence(one.fork('client'))).toEqual(sequence(new Random('seed').fork('client')));
  expect(sequence(new Random('seed'))).not.toEqual(sequence(new Random('other')));
  expect(new Set(sequence(one))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
