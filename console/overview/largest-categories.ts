import type { CategoryInventory } from '../../client/index.ts';
import { totalOf } from './use-inventory.ts';

const shown = 10;

/** One category, or all others together. */
export interface CategoryBar extends Omit<CategoryInventory, 'categoryId'> {
  /** Missing where it stands for all others. */
  readonly categoryId: bigint | undefined;
  /** For how many categories it stands. */
  readonly categories: number;
}

/** The categories with the most animals, the largest first, and then the others as one. */
export function largestCategories(categories: readonly CategoryInventory[]): CategoryBar[] {
  const sorted = categories
    .filter((category) => totalOf(category) > 0n)
    .sort((one, other) => Number(totalOf(other) - totalOf(one)));
  const largest = sorted.slice(0, shown).map((category) => ({ ...category, categories: 1 }));
  const others = sorted.slice(shown);
  if (others.length === 0) return largest;
  const sum = { categoryId: undefined, categories: others.length, available: 0n, pending: 0n, sold: 0n };
  for (const { available, pending, sold } of others) {
    sum.available += available;
    sum.pending += pending;
    sum.sold += sold;
  }
  return [...largest, sum];
}
