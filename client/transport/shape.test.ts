import { expect, test } from 'bun:test';
import { isArrayOf, isInteger, isOneOf, isShape, isString, optional } from './shape.ts';

interface Sample {
  id: bigint;
  name: string;
  size?: 'small' | 'large';
}

const isSample = isShape<Sample>({ id: isInteger, name: isString, size: optional(isOneOf(['small', 'large'])) });

test('an object with every member in its form is let through, also with members that are not known', () => {
  expect(
    [
      { id: 1n, name: 'a' },
      { id: 1n, name: 'a', size: 'large' },
      { id: 1n, name: 'a', age: 3n },
    ].every(isSample),
  ).toBe(true);
});

test('an object with a member missing or in another form is not let through', () => {
  const values = [null, undefined, 'a', [], {}, { id: 1n }, { id: 1, name: 'a' }, { id: 1n, name: 'a', size: 'huge' }];
  expect(values.some((value) => isSample(value))).toBe(false);
});

test('a list is let through only with all its entries in their form', () => {
  const isSamples = isArrayOf(isSample);
  expect([isSamples([]), isSamples([{ id: 1n, name: 'a' }]), isSamples([{ id: 1n }]), isSamples({})]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
