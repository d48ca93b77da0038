import type { Category, CategoryInventory } from '../../client/index.ts';
import { numberCategory } from '../../importer/map/category-number.ts';

/** A category, and how many animals it has. Missing is the name that nobody has given. */
export interface CategoryUse {
  readonly id: bigint;
  readonly name: string | undefined;
  readonly animals: bigint;
  readonly available: bigint;
}

const order = new Intl.Collator(undefined, { numeric: true });

export function orderByUse(named: readonly Category[], inventory: readonly CategoryInventory[]): CategoryUse[] {
  const uses = new Map<bigint, CategoryUse>();
  for (const { id, name } of named) uses.set(id, { id, name, animals: 0n, available: 0n });
  for (const { categoryId: id, available, pending, sold } of inventory) {
    uses.set(id, { id, name: uses.get(id)?.name, animals: available + pending + sold, available });
  }
  return [...uses.values()].sort(
    (one, other) => Number(other.animals - one.animals) || order.compare(one.name ?? '', other.name ?? ''),
  );
}

/** A number for a new category: the one that an import gives to this name, or the next free one. `undefined` for a number. */
export function findFreeNumber(name: string, categories: readonly Category[]): bigint | undefined {
  const numbered = numberCategory(name);
  if (numbered?.text === undefined) return undefined;
  const taken = new Set(categories.map(({ id }) => id));
  let { categoryId } = numbered;
  while (taken.has(categoryId)) categoryId += 1n;
  return categoryId;
}
