import { expect, test } from 'bun:test';
import { type Guard, isArrayOf, isInteger, isOneOf, isShape, isString, optional } from './shape.ts';

interface Sample {
  id: bigint;
  name: string;
  size?: 'small' | 'large';
}

const isSample: Guard<Sample> = isShape({ id: isInteger, name: isString, size: optional(isOneOf(['small', 'large'])) });

const samples = [
  { id: 1n, name: 'a' },
  { id: 1n, name: 'a', size: 'large' },
  { id: 1n, name: 'a', age: 3n },
];

test('accepts an object whose members all have the right type, also with unknown members, and a list of them', () => {
  expect(samples.map((value) => isSample(value))).toEqual([true, true, true]);
  expect([[], samples].map((list) => isArrayOf(isSample)(list))).toEqual([true, true]);
});

test('rejects an object with a missing member or one of the wrong type, and a list with such an entry', () => {
  const values = [null, undefined, 'a', [], {}, { id: 1n }, { id: 1, name: 'a' }, { id: 1n, name: 'a', size: 'huge' }];
  expect(values.filter((value) => isSample(value))).toEqual([]);
  expect([{}, [...samples, { id: 1n }]].filter((list) => isArrayOf(isSample)(list))).toEqual([]);
});
