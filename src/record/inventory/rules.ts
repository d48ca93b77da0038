import { fieldError } from '../../errors/faults.ts';
import { invalidParameters } from '../../errors/service-error.ts';
import type { Queryable } from '../../store/statement.ts';
import { findInventoryRange, findInventoryTotals, type InventoryRange, type StatusCounts, sumByStatus } from './sql.ts';

/** Categories in one response. A page of as many takes some milliseconds. */
export const maxCategories = 1_000;

export interface InventoryPage extends StatusCounts {
  categories?: (StatusCounts & { categoryId: bigint })[];
  /** The category after which the next page begins. */
  next?: bigint | undefined;
}

/**
 * How many animals there are, by status and on request by category.
 * @throws ServiceError `invalid_parameter`
 */
export async function readInventory(
  db: Queryable,
  { groupBy, limit, cursor }: { groupBy?: 'category'; limit?: number; cursor?: string },
  after: bigint | undefined,
): Promise<InventoryPage> {
  if (groupBy === 'category') {
    const most = limit ?? maxCategories;
    return toPage(await findInventoryRange(db, after, most), most);
  }
  const unusable = Object.entries({ limit, cursor }).filter(([, value]) => value !== undefined);
  if (unusable.length === 0) return await findInventoryTotals(db);
  throw invalidParameters(unusable.map(([name]) => fieldError(`?${name}`, 'needs_group_by')));
}

function toPage({ totals, counts, last }: InventoryRange, limit: number): InventoryPage {
  const all = [...Map.groupBy(counts, ({ categoryId }) => categoryId)];
  const categories = all
    .slice(0, limit)
    .map(([categoryId, ofCategory]) => ({ categoryId, ...sumByStatus(ofCategory) }));
  return { ...totals, categories, next: all.length > limit ? categories.at(-1)?.categoryId : last };
}
