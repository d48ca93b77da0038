import type { Category } from '../../client/index.ts';
import { isolated } from '../ui/inline.tsx';

/** A category as it stands in a field: its name, with its number only where other categories are called the same. */
export function categoryText(id: bigint, categories: readonly Category[]): string {
  const name = categories.find((category) => category.id === id)?.name;
  if (name === undefined) return String(id);
  const isOnly = categories.every((other) => other.id === id || !isSameName(other.name, name));
  return isOnly ? isolated(name) : `${isolated(name)} · ${id}`;
}

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
