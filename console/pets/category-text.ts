import type { Category } from '../../client/index.ts';
import { parseInt64 } from '../../client/int64.ts';
import { isolated } from '../ui/name.tsx';

/** A category as it stands in a field: its name, where it has one, and its number. */
export function categoryText(id: bigint, names: ReadonlyMap<bigint, string>): string {
  const name = names.get(id);
  return name === undefined ? String(id) : `${isolated(name)} · ${id}`;
}

/** The number that somebody means by a number, by a text of {@link categoryText}, or by a name that only one category has. */
export function readCategory(text: string, categories: readonly Category[]): bigint | undefined {
  const number = parseInt64(text.trim()) ?? parseInt64(/ · (-?\d+)$/.exec(text)?.[1] ?? '');
  if (number !== undefined) return number;
  const wanted = text.trim().toLowerCase();
  const [match, another] = categories.filter(({ name }) => name.trim().toLowerCase() === wanted);
  return another === undefined ? match?.id : undefined;
}
