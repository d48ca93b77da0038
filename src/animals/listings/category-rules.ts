import type { PublicView } from '../../api/call.ts';
import type { InventoryCount } from '../../record/inventory/sql.ts';
import type { Queryable } from '../../store/statement.ts';
import { findHidden } from './hidden-sql.ts';

/** The categories of which the public sees an animal, of these with their counts; where very many are hidden, those that have any. */
export async function findVisibleCategories(
  db: Queryable,
  counts: readonly InventoryCount[],
  { statuses, today }: PublicView,
): Promise<ReadonlySet<bigint>> {
  const hidden = (await findHidden(db, { statuses, publicOn: today })) ?? [];
  const animals = new Map<bigint, bigint>();
  for (const one of [...counts, ...hidden]) {
    if (statuses.includes(one.status)) animals.set(one.categoryId, (animals.get(one.categoryId) ?? 0n) + one.animals);
  }
  return new Set([...animals].flatMap(([id, count]) => (count > 0n ? id : [])));
}
