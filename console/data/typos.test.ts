import { expect, test } from 'bun:test';
import type { Animal } from '../lib/animals.ts';
import { beginningOf, isNear } from './typos.ts';

const bella: Animal = {
  id: 1n,
  name: 'Bella',
  status: 'available',
  category: { id: 1n, name: 'Dogs' },
  profile: { breed: 'Labrador mix', color: 'Café au lait' },
  photos: [],
};

test.each([
  ['labador', true],
  ['labardor', true],
  ['labrsdor', true],
  ['labrrador', true],
  ['Labado', true],
  ['belal', true],
  ['bella cafè', true],
  ['labadro', false],
  ['bela dgs', false],
  ['bex', false],
])('%s is near: %p', (text, isIt) => {
  expect(isNear(text, bella)).toBe(isIt);
});

test('the first half of long words is what is looked for, and nothing without one', () => {
  expect(beginningOf('Labador mix')).toBe('lab mix');
  expect(beginningOf('bex')).toBeUndefined();
});
