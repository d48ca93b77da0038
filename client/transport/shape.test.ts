import { expect, test } from 'bun:test';
import { type Guard, isArrayOf, isInteger, isOneOf, isShape, isString, optional } from './shape.ts';

interface Sample {
  id: bigint;
  name: string;
  size?: 'small' | 'large';
}

const isSample: Guard<Sample> = isShape({ id: isInteger, name: isString, size: optional(isOneOf(['small', 'large'])) });

test('accepts an object whose members all have the right type, also with unknown members', () => {
  expect(
    [
      { id: 1n, name: 'a' },
      { id: 1n, name: 'a', size: 'large' },
      { id: 1n, name: 'a', age: 3n },
    ].every((value) => isSample(value)),
  ).toBe(true);
});

test('rejects an object with a missing member or one of the wrong type', () => {
  const values = [null, undefined, 'a', [], {}, { id: 1n }, { id: 1, name: 'a' }, { id: 1n, name: 'a', size: 'huge' }];
  expect(values.some((value) => isSample(value))).toBe(false);
});

test('accepts a list only if all its entries have the right type', () => {
  const isSamples = isArrayOf(isSample);
  expect([isSamples([]), isSamples([{ id: 1n, name: 'a' }]), isSamples([{ id: 1n }]), isSamples({})]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
