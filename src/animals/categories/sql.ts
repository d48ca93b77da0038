import type { Category } from '../../../contract/pet.ts';
import { type Condition, listOf, type Selection } from '../../store/keyset.ts';
import { execute, oneRow } from '../../store/queries.ts';
import { placeholders, type Queryable, statement } from '../../store/statement.ts';

export interface CategoryFilters {
  /** Only these categories, without those that have no name. */
  id?: readonly bigint[] | undefined;
}

type CategoryRow = readonly [id: bigint, name: string];

export const findCategory = oneRow<[id: bigint], Category>('SELECT id, name FROM categories WHERE id = $1', toCategory);

/** The names of those of the categories that have one. */
export async function findCategoryNames(db: Queryable, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const named = statement<CategoryRow>(`SELECT id, name FROM categories WHERE id IN ${placeholders(1, ids.length)}`);
  return new Map(await db.query(named, ids));
}

export const { find: findCategories, count: countCategories } = listOf(select, toCategory);

function select({ id }: CategoryFilters): Selection {
  const conditions: Condition[] = id === undefined ? [] : [(bind) => `id IN (${id.map(bind).join(', ')})`];
  return { table: 'categories', columns: 'id, name', conditions };
}

/** Names a category, or names it anew. */
export const saveCategory = execute<[id: bigint, name: string]>(
  'INSERT INTO categories (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name',
);

export const deleteCategoryRow = execute<[id: bigint]>('DELETE FROM categories WHERE id = $1');

function toCategory([id, name]: CategoryRow): Category {
  return { id, name };
}
