import { expect, test } from 'bun:test';
import { numberCategory } from '../../importer/map/category-number.ts';
import { findFreeNumber, orderByUse } from './category-use.ts';

test('categories are ordered by their animals, and by their names where these are as many', () => {
  const named = ['Birds', 'Cats', 'Axolotls'].map((name, index) => ({ id: BigInt(index + 1), name }));
  const count = (categoryId: bigint) => ({ categoryId, available: 2n, pending: 1n, sold: 1n });
  const uses = orderByUse(named, [count(2n), { ...count(9n), sold: 0n }]);
  expect(uses.map(({ name, animals }) => [name, animals])).toEqual([
    ['Cats', 4n],
    [undefined, 3n],
    ['Axolotls', 0n],
    ['Birds', 0n],
  ]);
});

test('a new category gets the number that an import would give it, or the next free one; a number is no name', () => {
  const id = numberCategory('Dogs')?.categoryId ?? 0n;
  expect(findFreeNumber('Dogs', [])).toBe(id);
  const taken = [id, id + 1n].map((number) => ({ id: number, name: 'Hounds' }));
  expect(findFreeNumber('Dogs', taken)).toBe(id + 2n);
  expect(findFreeNumber('12', [])).toBeUndefined();
});
